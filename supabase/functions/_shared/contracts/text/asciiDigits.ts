const DIGIT = /^\p{Nd}/u;

/** Returns the text with the digits of all scripts as ASCII digits: `٢٥` is `25`. */
export const asciiDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, asciiDigit);

/** Unicode keeps the ten digits of a script together. Only mathematical digits, which NFKC replaces, follow each other. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
