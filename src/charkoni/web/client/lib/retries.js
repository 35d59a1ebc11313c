// Requests that are repeated while the server is not reached or too busy, as while it starts again; and those that
// overtake each other.

const AGAIN_MS = 1500;
/** Too many requests at a time, and a database that does not answer. */
const BUSY = [429, 503];

/**
 * Fetch an address, again and again until the server answers.
 * @param {string} url
 * @param {RequestInit} [options]
 * @param {() => boolean} [isWanted] whether the answer is still wanted; false ends the repetition
 * @returns {Promise<Response | undefined>} undefined when it is not wanted any more
 */
export async function reached(url, options, isWanted = () => true) {
  while (isWanted()) {
    const answer = await fetch(url, options).catch(() => undefined);
    if (answer && !BUSY.includes(answer.status)) return answer;
    await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
  }
  return undefined;
}

/** Count the runs of something of which only the latest is shown. @returns {() => () => boolean} begins a run; what it returns tells whether the run is still the latest */
export function runs() {
  let latest = 0;
  return () => {
    const mine = (latest += 1);
    return () => mine === latest;
  };
}
