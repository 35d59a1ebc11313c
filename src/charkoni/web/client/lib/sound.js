// The sounds of events, synthesised: no files, no licences.

/** notes in Hz, each in seconds. @typedef {{wave: OscillatorType, notes: number[], each: number, loud?: number, noise?: boolean}} Voice */

/** By kind of event. */
const VOICES = /** @type {Record<string, Voice>} */ ({
  throw: { wave: "square", notes: [180, 240, 160, 220, 190], each: 0.07, noise: true },
  place: { wave: "triangle", notes: [190], each: 0.09, noise: true },
  move: { wave: "sine", notes: [300, 260], each: 0.06 },
  sow: { wave: "triangle", notes: [520], each: 0.05 },
  merge: { wave: "triangle", notes: [220, 180], each: 0.07, noise: true },
  capture: { wave: "sawtooth", notes: [330, 200], each: 0.08, loud: 0.5 },
  bind: { wave: "square", notes: [420, 380, 420], each: 0.045, loud: 0.35 },
  free: { wave: "sine", notes: [600, 900], each: 0.05 },
  fortress: { wave: "sawtooth", notes: [262, 330, 392], each: 0.12, loud: 0.4 },
  extra: { wave: "sine", notes: [784, 1047], each: 0.12 },
  turn: { wave: "sine", notes: [659, 880], each: 0.1 },
  refuse: { wave: "sine", notes: [160, 140], each: 0.07, loud: 0.7 },
  low: { wave: "sine", notes: [988, 988, 988], each: 0.12 },
  end: { wave: "sine", notes: [523, 659, 784, 1047], each: 0.16 },
});

/** Kinds of events with the sound of another kind. */
const SAME_VOICE = /** @type {Record<string, string>} */ ({
  enter: "place", build: "place", home: "place", king: "capture", drop: "sow", collect: "capture", overflow: "merge",
});

/** Plays sounds; made after the first gesture. */
export class Sound {
  constructor() {
    /** From 0 to 1. */
    this.volume = 0.5;
    /** @type {AudioContext | undefined} */
    this.context = undefined;
    // Browsers allow sound only after a gesture; the one that made this may not have ended yet.
    this.#resume();
    addEventListener("pointerup", () => this.#resume(), { once: true, capture: true });
  }

  #resume() {
    try {
      this.context ??= new AudioContext();
      if (this.context.state === "suspended") void this.context.resume();
    } catch {
      this.volume = 0; // a device without sound
    }
  }

  /** Play the sound of an event. @param {string} kind @param {number} [step] raises the pitch, by quarter tones */
  play(kind, step = 0) {
    const voice = VOICES[SAME_VOICE[kind] ?? kind];
    const context = this.context;
    if (!voice || !context || !this.volume || context.state === "closed") return;
    const start = context.currentTime;
    voice.notes.forEach((note, i) => this.#note(context, voice, note * 2 ** (step / 24), start + i * voice.each));
  }

  /** Play a note. @param {AudioContext} context @param {Voice} voice @param {number} pitch in Hz @param {number} at in seconds of the context */
  #note(context, voice, pitch, at) {
    const gain = context.createGain();
    gain.connect(context.destination);
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.001, this.volume * 0.25 * (voice.loud ?? 1)), at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + voice.each * 1.6);
    const tone = context.createOscillator();
    tone.type = voice.wave;
    tone.frequency.setValueAtTime(pitch, at);
    if (voice.noise) tone.frequency.exponentialRampToValueAtTime(pitch * 0.5, at + voice.each);
    tone.connect(gain);
    tone.start(at);
    tone.stop(at + voice.each * 1.7);
  }
}
