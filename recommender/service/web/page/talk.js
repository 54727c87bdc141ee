// Talking: to the service, with the page's proof of being ours, and to the person.

const live = document.querySelector("#live");
export const proof = document.querySelector('meta[name="recommender-page"]')?.content;

let silence; // messages leave by themselves; an undo stays long enough to be reached

export function say(text, action) {
  clearTimeout(silence);
  if (text) silence = setTimeout(() => say(""), action ? 15000 : 4000);
  live.replaceChildren(...(text ? [document.createTextNode(text)] : []));
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.name;
    button.addEventListener("click", action.run);
    live.append(button);
  }
}

export async function answer(url, options = {}) {
  const headers = { ...options.headers, ...(proof && { "X-Recommender-Page": proof }) };
  const response = await fetch(url, { ...options, headers });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Error(problem.detail ?? `The service answered ${response.status}.`);
}

export const json = (method, value) => ({
  method,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(value),
});

export async function tried(work) {
  try {
    await work();
  } catch (error) {
    if (error.name !== "AbortError") {
      say(error instanceof TypeError ? "The service does not answer: is it running?" : error.message);
    }
  }
}
