/* Service: the HTTP contract, as far as this plugin uses it. */

/** Why there is no answer: "down", "address", "foreign", "token" or "refused" with its own words. */
var RecommenderFailure = class extends Error {
  constructor(kind, message = "") {
    super(message || kind);
    this.kind = kind;
  }
};

var RecommenderService = class {
  static PRODUCT = "recommender";
  static CSL = "application/vnd.citationstyles.csl+json";
  static MOST = 200; // suggestions in one answer
  static TIMEOUT = 30000; // milliseconds; 5,000 papers take some of them

  constructor(settings) {
    this.settings = settings;
  }

  /** Who answers at the address; nothing of the user's is sent. */
  async health() {
    const reply = await send("GET", `${this._address()}/health`, {});
    const health = parsed(reply.responseText);
    if (health?.product !== RecommenderService.PRODUCT) throw new RecommenderFailure("foreign");
    return health;
  }

  /** Whether the service is there. */
  async answers() {
    try {
      return Boolean(await this.health());
    } catch {
      return false;
    }
  }

  /** What Check tells: version and corpora; it fails where a token is given and is not right. */
  async check() {
    const { version } = await this.health();
    const { corpora } = await this._json("GET", "/api/v1/corpora");
    if (this.settings.token) await this._json("GET", "/api/v1/libraries"); // nobody may without it
    return { version, corpora: corpora.map(({ name }) => name) };
  }

  /** Suggestions for papers, given as CSL JSON; nothing is stored. */
  suggest(papers, limit) {
    const query = { limit: String(Math.min(limit, RecommenderService.MOST)), ...this._corpus() };
    return this._json("POST", "/api/v1/suggestions", { query, body: papers });
  }

  /** One paper as an item of Zotero's. */
  async item(key) {
    const query = { format: "zotero-json", ...this._corpus() };
    return (await this._json("GET", `/api/v1/papers/${encodeURIComponent(key)}`, { query }))[0];
  }

  _corpus() {
    return this.settings.corpus ? { corpus: this.settings.corpus } : {};
  }

  /** @param {{query?: object, body?: string}} options */
  async _json(method, path, options = {}) {
    const { query = {}, body } = options;
    await this.health(); // no paper and no token goes to a stranger on the port
    const headers = { Accept: "application/json" };
    if (body !== undefined) headers["Content-Type"] = RecommenderService.CSL;
    if (this.settings.token) headers.Authorization = `Bearer ${this.settings.token}`;
    const search = new URLSearchParams(query).toString();
    const url = this._address() + path + (search && `?${search}`);
    const reply = await send(method, url, { headers, body });
    if (reply.status >= 400) throw refusal(reply);
    return parsed(reply.responseText);
  }

  _address() {
    const address = this.settings.address;
    if (!address) throw new RecommenderFailure("address");
    return address;
  }
};

/** One request; Zotero would repeat a 5xx for an hour without errorDelayMax. */
async function send(method, url, options) {
  let reply;
  try {
    reply = await Zotero.HTTP.request(method, url, {
      responseType: "text",
      timeout: RecommenderService.TIMEOUT,
      errorDelayMax: 0,
      successCodes: false,
      ...options,
    });
  } catch (error) {
    Zotero.debug(`Recommender: no answer, ${error}`);
    throw new RecommenderFailure("down");
  }
  if (!reply.status) throw new RecommenderFailure("down"); // refused: Zotero resolves with 0
  return reply;
}

function refusal(reply) {
  let problem = {};
  try {
    problem = JSON.parse(reply.responseText) ?? {};
  } catch {
    Zotero.debug(`Recommender: HTTP ${reply.status} without a problem document`);
  }
  const kind = reply.status === 401 ? "token" : "refused";
  return new RecommenderFailure(kind, problem.detail || problem.title);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new RecommenderFailure("foreign");
  }
}
