// A server whose answers come when a test lets them.

/** Let the requests of a test wait.  Returns them in their order, each with what answers it. @param {import("node:test").TestContext} t */
export function heldRequests(t) {
  const requests = [];
  t.mock.method(globalThis, "fetch", (url, options = {}) => new Promise((resolve) => {
    const answer = (content, status = 200) => {
      resolve({ ok: status < 400, status, json: async () => content, text: async () => String(content) });
      return settled();
    };
    requests.push({ url: String(url), body: options.body, answer });
  }));
  return requests;
}

/** Let everything go on that waits for nothing else. */
export function settled() {
  return new Promise((resolve) => { setImmediate(resolve); });
}
