/** Samples of 16 bits as a WAV file, one channel (RIFF, format 1). */
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
  // Every machine that runs a browser keeps numbers with the small end first, as the file wants them.
  return new Blob([header, samples], { type: "audio/wav" });
}
