/** Returns a WAV file of one channel with 16-bit samples (RIFF, format 1). */
export function wavOf(samples: Int16Array<ArrayBuffer>, rate: number): Blob {
  const header = new DataView(new ArrayBuffer(44));
  const bytes = samples.byteLength;
  const tag = (at: number, name: string) => {
    for (const [index, character] of [...name].entries()) header.setUint8(at + index, character.charCodeAt(0));
  };
  tag(0, "RIFF");
  header.setUint32(4, 36 + bytes, true);
  tag(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rate, true);
  header.setUint32(28, rate * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  tag(36, "data");
  header.setUint32(40, bytes, true);
  // Typed arrays are little-endian on all machines that run a browser, as the format requires.
  return new Blob([header, samples], { type: "audio/wav" });
}
