"""Sounds, rendered without a loudspeaker: each is heard, none is clipped, none lasts."""

import re

RENDERED = """async (address) => {
  const { Sound } = await import(address);
  const contacts = ["place", "move", "sow", "merge", "capture", "collect", "bind", "free", "lift", "throw"];
  const signals = ["fortress", "extra", "turn", "refuse", "low", "end"];
  const materials = ["wood", "plank", "glass", "cloth", "stone", "bone"];
  const wanted = materials.flatMap((material) => contacts.map((kind) => [kind, material]));
  return Promise.all([...wanted, ...signals.map((kind) => [kind, "wood"])].map(async ([kind, material]) => {
    const sound = new Sound();
    sound.volume = 1;
    sound.context = new OfflineAudioContext(1, 22050, 22050);
    sound.play(kind, 0, material);
    const samples = (await sound.context.startRendering()).getChannelData(0);
    let peak = 0, last = 0;
    samples.forEach((sample, i) => {
      peak = Math.max(peak, Math.abs(sample));
      if (Math.abs(sample) > 0.004) last = i;
    });
    return [`${kind} ${material}`, peak, last / 22050];
  }));
}"""


def test_every_sound_is_heard_and_none_is_clipped_or_lasts(visit):
    visitor = visit()
    visitor.visit("/about")
    found = re.search(r"/client/[^/\"]+/", visitor.page.content())
    assert found
    sounds = visitor.page.evaluate(RENDERED, f"{found[0]}lib/sound.js")
    assert len(sounds) == 66
    wrong = [sound for sound in sounds if not (0.1 < sound[1] < 0.7 and 0.03 < sound[2] < 0.9)]
    assert wrong == []
