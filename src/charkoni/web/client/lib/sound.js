// The sounds of events, synthesised: no files, no licences.  Pieces sound as their material does: a struck body rings in a
// few partials that die away, with a short noise of contact.  Signals are notes.

/** A partial: frequency in Hz, loudness, decay in seconds. @typedef {[number, number, number]} Partial */
/** noise: loudness of the contact, its middle frequency in Hz, its decay in seconds. @typedef {{partials: Partial[], noise: [number, number, number]}} Material */
/** notes in Hz, each in seconds. @typedef {{wave: OscillatorType, notes: number[], each: number, loud?: number}} Signal */
/** strikes: their times in seconds.  pitch: a factor. @typedef {{strikes: number[], pitch?: number, loud?: number, material?: string}} Contact */

/** By the name that a scene gives to the material of its pieces. */
const MATERIALS = /** @type {Record<string, Material>} */ ({
  wood: { partials: [[310, 1, 0.07], [845, 0.4, 0.045], [1490, 0.16, 0.03]], noise: [0.5, 1800, 0.018] },
  plank: { partials: [[148, 1, 0.14], [392, 0.55, 0.1], [706, 0.3, 0.07], [1130, 0.12, 0.05]], noise: [0.5, 900, 0.03] },
  glass: { partials: [[2380, 0.6, 0.09], [3910, 0.35, 0.07], [6120, 0.18, 0.05], [290, 0.5, 0.04]], noise: [0.2, 5200, 0.012] },
  cloth: { partials: [[128, 1, 0.06], [236, 0.35, 0.04]], noise: [0.8, 520, 0.035] },
  stone: { partials: [[690, 0.8, 0.05], [1720, 0.5, 0.04], [3140, 0.25, 0.028]], noise: [0.6, 2900, 0.014] },
  bone: { partials: [[1260, 0.8, 0.05], [2840, 0.5, 0.035], [4370, 0.2, 0.025]], noise: [0.5, 3600, 0.012] },
});

/** Contacts of pieces, by kind of event. */
const CONTACTS = /** @type {Record<string, Contact>} */ ({
  throw: { strikes: [0, 0.07, 0.15, 0.22, 0.31, 0.38, 0.45], material: "bone", loud: 0.8 },
  place: { strikes: [0.18], loud: 1 },
  move: { strikes: [0.14], loud: 0.7 },
  sow: { strikes: [0], loud: 0.8 },
  merge: { strikes: [0.14, 0.2], pitch: 0.85 },
  capture: { strikes: [0, 0.05, 0.36], pitch: 0.75, loud: 1.1 },
  collect: { strikes: [0.36, 0.41], pitch: 0.9 },
  bind: { strikes: [0, 0.06, 0.12], material: "bone", loud: 0.6 },
  free: { strikes: [0, 0.09], material: "glass", loud: 0.6 },
  lift: { strikes: [0], pitch: 1.3, loud: 0.4 },
});

/** Kinds of events with the contact of another kind. */
const SAME_CONTACT = /** @type {Record<string, string>} */ ({
  enter: "place", build: "place", home: "place", king: "place", drop: "sow", overflow: "merge",
});

const SIGNALS = /** @type {Record<string, Signal>} */ ({
  fortress: { wave: "sawtooth", notes: [262, 330, 392], each: 0.12, loud: 0.8 },
  extra: { wave: "sine", notes: [784, 1047], each: 0.12 },
  turn: { wave: "sine", notes: [659, 880], each: 0.1 },
  refuse: { wave: "sine", notes: [160, 140], each: 0.07, loud: 0.7 },
  low: { wave: "sine", notes: [988, 988, 988], each: 0.12 },
  end: { wave: "sine", notes: [523, 659, 784, 1047], each: 0.16 },
});

const SILENCE = 0.0001;
const ATTACK_S = 0.002;
const NOISE_S = 0.2;

/** Plays sounds; made after the first gesture. */
export class Sound {
  constructor() {
    /** From 0 to 1. */
    this.volume = 0.5;
    /** @type {AudioContext | undefined} */
    this.context = undefined;
    /** White noise. @type {AudioBuffer | undefined} */
    this.noise = undefined;
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

  /**
   * Play the sound of an event.
   * @param {string} kind
   * @param {number} [step] raises the pitch, by quarter tones
   * @param {string} [material] of the pieces
   */
  play(kind, step = 0, material = "wood") {
    const { context } = this;
    if (!context || !this.volume || context.state === "closed") return;
    const pitch = 2 ** (step / 24);
    const start = context.currentTime;
    const contact = CONTACTS[SAME_CONTACT[kind] ?? kind];
    const signal = SIGNALS[kind];
    signal?.notes.forEach((note, i) => this.#tone(context, signal.wave, note * pitch, (signal.loud ?? 1) * 0.25, start + i * signal.each, signal.each * 1.6));
    contact?.strikes.forEach((at, i) => {
      const struck = MATERIALS[contact.material ?? material] ?? MATERIALS.wood;
      this.#strike(context, struck, pitch * (contact.pitch ?? 1) * (1 + ((i * 7) % 5) * 0.03), (contact.loud ?? 1) * 0.3, start + at);
    });
  }

  /** Strike a body. @param {AudioContext} context @param {Material} material @param {number} pitch a factor @param {number} loud @param {number} at in seconds of the context */
  #strike(context, { partials, noise }, pitch, loud, at) {
    for (const [frequency, part, decay] of partials) this.#tone(context, "sine", frequency * pitch, part * loud, at, decay * 2.5);
    const [part, middle, decay] = noise;
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    source.buffer = this.#whiteNoise(context);
    filter.type = "bandpass";
    filter.frequency.value = middle;
    source.connect(filter).connect(this.#fading(context, part * loud, at, decay * 2.5));
    source.start(at, 0, Math.min(NOISE_S, decay * 3));
  }

  /** @param {AudioContext} context @param {OscillatorType} wave @param {number} frequency @param {number} loud @param {number} at @param {number} length in seconds */
  #tone(context, wave, frequency, loud, at, length) {
    const tone = context.createOscillator();
    tone.type = wave;
    tone.frequency.setValueAtTime(frequency, at);
    tone.connect(this.#fading(context, loud, at, length));
    tone.start(at);
    tone.stop(at + length * 1.1);
  }

  /** A gain that rises at once and fades. @param {AudioContext} context @param {number} loud @param {number} at @param {number} length in seconds */
  #fading(context, loud, at, length) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(SILENCE, at);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.001, this.volume * loud), at + ATTACK_S);
    gain.gain.exponentialRampToValueAtTime(SILENCE, at + length);
    gain.connect(context.destination);
    return gain;
  }

  /** @param {AudioContext} context */
  #whiteNoise(context) {
    if (this.noise) return this.noise;
    this.noise = context.createBuffer(1, Math.ceil(context.sampleRate * NOISE_S), context.sampleRate);
    const samples = this.noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
    return this.noise;
  }
}
