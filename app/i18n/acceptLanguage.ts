/** Returns the tags of an `Accept-Language` header by descending weight; an invalid weight counts as 0. */
export function acceptedLanguages(headers: Headers): string[] {
  return (headers.get("Accept-Language") ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", quality = "q=1"] = part.split(";");
      return { tag: tag.trim(), weight: Number(quality.trim().replace(/^q=/u, "")) || 0 };
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
