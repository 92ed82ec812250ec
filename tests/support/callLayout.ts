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
