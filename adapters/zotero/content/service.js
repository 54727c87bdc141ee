/* Service: the HTTP contract, as far as this plugin uses it. */

/** Why there is no answer: "down", "address", "foreign", "token" or "refused" with its own words. */
var RecommenderFailure = class extends Error {
  constructor(kind, message = "", status = 0) {
    super(message || kind);
    this.kind = kind;
    this.status = status;
  }
};

var RecommenderService = class {
  static PRODUCT = "recommender";
  static BIBTEX = "application/x-bibtex";
  static TIMEOUT = 15000; // milliseconds

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

  async corpora() {
    return (await this._json("GET", "/api/v1/corpora")).corpora;
  }

  /** Suggestions for the papers of a scope; what was dismissed there stays away. */
  async suggest(scope, bibtex) {
    const id = this.settings.token && this.settings.libraryOf(scope.name);
    if (id) {
      try {
        await this._ask("PUT", `/api/v1/libraries/${id}`, { query: label(scope), body: bibtex });
        return await this._json("GET", `/api/v1/libraries/${id}/suggestions`, { query: this._wanted() });
      } catch (failure) {
        if (failure.status !== 404) throw failure;
        this.settings.forgetLibrary(scope.name);
      }
    }
    return this._json("POST", "/api/v1/suggestions", { query: this._wanted(), body: bibtex });
  }

  /** One paper as BibTeX. */
  async bibtex(key) {
    const path = `/api/v1/papers/${encodeURIComponent(key)}`;
    const accept = RecommenderService.BIBTEX;
    return (await this._ask("GET", path, { query: this._corpus(), accept })).responseText;
  }

  /** Remember that a paper is not wanted for a scope; false where no token lets us. */
  async dismiss(scope, bibtex, key) {
    if (!this.settings.token) return false;
    const id = this.settings.libraryOf(scope.name) ?? (await this._store(scope, bibtex));
    const query = this._corpus();
    await this._json("PUT", verdict(id, key), { query, json: { verdict: "dismissed" } });
    return true;
  }

  async undismiss(scope, key) {
    const id = this.settings.token && this.settings.libraryOf(scope.name);
    if (id) await this._ask("DELETE", verdict(id, key), {});
  }

  async _store(scope, bibtex) {
    const path = "/api/v1/libraries";
    const said = await this._json("POST", path, { query: label(scope), body: bibtex });
    const id = said.library ?? said.id; // a large one is read in a job of its own
    this.settings.rememberLibrary(scope.name, id);
    return id;
  }

  _corpus() {
    return this.settings.corpus ? { corpus: this.settings.corpus } : {};
  }

  _wanted() {
    return { limit: String(this.settings.limit), ...this._corpus() };
  }

  async _json(method, path, options = {}) {
    const reply = await this._ask(method, path, options);
    return reply.responseText ? parsed(reply.responseText) : null;
  }

  /** @param {{query?: object, body?: string, json?: object, accept?: string}} options */
  async _ask(method, path, options) {
    const { query = {}, body, json, accept = "application/json" } = options;
    await this.health(); // no paper and no token goes to a stranger on the port
    const headers = { Accept: accept };
    if (body !== undefined) headers["Content-Type"] = RecommenderService.BIBTEX;
    if (json !== undefined) headers["Content-Type"] = "application/json";
    if (this.settings.token) headers.Authorization = `Bearer ${this.settings.token}`;
    const search = new URLSearchParams(query).toString();
    const reply = await send(method, this._address() + path + (search && `?${search}`), {
      headers,
      body: json === undefined ? body : JSON.stringify(json),
    });
    if (reply.status >= 400) throw refusal(reply);
    return reply;
  }

  _address() {
    const address = this.settings.address;
    if (!address) throw new RecommenderFailure("address");
    return address;
  }
};

/** One request; Zotero would repeat a 5xx for an hour without errorDelayMax. */
async function send(method, url, options) {
  try {
    return await Zotero.HTTP.request(method, url, {
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
}

/** What the service calls a stored library: one line of at most 200 characters. */
function label({ title }) {
  return { label: `Zotero: ${title}`.replace(/\s+/g, " ").slice(0, 200).trim() };
}

function verdict(id, key) {
  return `/api/v1/libraries/${id}/verdicts/${encodeURIComponent(key)}`;
}

function refusal(reply) {
  const problem = parsed(reply.responseText, {});
  const kind = reply.status === 401 ? "token" : "refused";
  return new RecommenderFailure(kind, problem.detail || problem.title, reply.status);
}

function parsed(text, otherwise) {
  try {
    return JSON.parse(text);
  } catch {
    if (otherwise !== undefined) return otherwise;
    throw new RecommenderFailure("foreign");
  }
}
