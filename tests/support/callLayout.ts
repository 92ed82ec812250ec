/** Measures the call's layout. The functions run in the page, in any browser. */

/** Returns the place of each control of the bar. On a phone, captions and languages are not in the bar. */
export const controlPlaces = (): string[] =>
  [...document.querySelectorAll(`.call-controls ${innerWidth < 600 ? ":not(.call-pill) > button" : "button"}`)].map(
    (button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(" ");
    },
  );

/** Returns the smallest share of a camera's width that a tile shows. */
export const visibleCameraWidth = (): number =>
  Math.min(
    ...[...document.querySelectorAll<HTMLVideoElement>(".tiles video")].map((video) => {
      const { width, height } = video.getBoundingClientRect();
      // Before its first frame, a camera counts as 16:9.
      const ratio = video.videoWidth === 0 ? 16 / 9 : video.videoWidth / video.videoHeight;
      return getComputedStyle(video).objectFit === "contain" ? 1 : Math.min(1, width / height / ratio);
    }),
  );

/** Makes each word of the page longer by 60 %, as German words are to English ones. */
export const lengthenLabels = (): void => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest("script, style, .call-captions") !== null || node.textContent === null) continue;
    node.textContent = node.textContent.replace(
      /\p{L}{3,}/gu,
      (word) => word + word.slice(0, Math.ceil(word.length * 0.6)).toLowerCase(),
    );
  }
};

/** Returns the controls of the call that leave the window or lie on each other, and whether the page scrolls sideways. */
export const layoutFaults = (): string[] => {
  const boxes = [...document.querySelectorAll(".call-controls button, .call-top button, .call-panel button")].flatMap(
    (button) => {
      const box = button.getBoundingClientRect();
      const shown = box.width > 1 && getComputedStyle(button).visibility === "visible";
      const name = (button.getAttribute("aria-label") ?? button.textContent ?? "").slice(0, 40);
      return shown ? [{ name, box, bar: button.closest(".call-controls") !== null }] : [];
    },
  );
  const outside = boxes.filter(({ box }) => box.left < -1 || box.right > innerWidth + 1);
  const bar = boxes.filter((control) => control.bar);
  const overlapping = bar.flatMap((a, index) =>
    bar
      .slice(index + 1)
      .filter(
        (b) =>
          a.box.left < b.box.right - 1 &&
          b.box.left < a.box.right - 1 &&
          a.box.top < b.box.bottom - 1 &&
          b.box.top < a.box.bottom - 1,
      )
      .map((b) => `${a.name} lies on ${b.name}`),
  );
  const sideways = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  return [...outside.map(({ name }) => `${name} is outside`), ...overlapping, ...sideways];
};
