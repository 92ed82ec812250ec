/** Moves the picture of a file between its card and its dialog, in browsers with view transitions. */

/** The name that the card or the dialog's stage has during the transition. See app.css. */
const SHARED_NAME = "shared-file";
/** The page stands still while the dialog is drawn. After this time it opens without the movement. */
const DRAW_TIMEOUT_MS = 300;

const stageOf = (id: string) => document.querySelector(`[data-file-stage="${id}"]`);

/** Returns the picture of the card that has the link to the file. */
const pictureOf = (id: string) =>
  document.querySelector(`a[data-file-link="${id}"]`)?.closest("article, li")?.firstElementChild ?? null;

const setName = (element: Element | null, name: string) => {
  if (element instanceof HTMLElement) element.style.viewTransitionName = name;
};

function waitUntil(condition: () => boolean): Promise<void> {
  if (condition()) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    };
    const timer = setTimeout(finish, DRAW_TIMEOUT_MS);
    const observer = new MutationObserver(() => condition() && finish());
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  });
}

const canMove = () => "startViewTransition" in document && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Runs `change` within a view transition. A skipped one, as in a hidden page, changes the page all the same. */
function transition(change: () => Promise<void>, onFinished: () => void): void {
  const { ready, finished } = document.startViewTransition(change);
  ready.catch(() => {});
  void finished.finally(onFinished);
}

/** Runs `open`, which shows the dialog of the file. */
export function moveIntoDialog(id: string, open: () => void): void {
  if (!canMove()) {
    open();
    return;
  }
  const picture = pictureOf(id);
  setName(picture, SHARED_NAME);
  transition(
    async () => {
      open();
      await waitUntil(() => stageOf(id) !== null);
      setName(picture, "");
      setName(stageOf(id), SHARED_NAME);
    },
    () => setName(stageOf(id), ""),
  );
}

/** Runs `close`, which hides the dialog of the file. */
export function moveIntoCard(id: string, close: () => void): void {
  const picture = pictureOf(id);
  if (!canMove() || picture === null) {
    close();
    return;
  }
  setName(stageOf(id), SHARED_NAME);
  transition(
    async () => {
      close();
      await waitUntil(() => stageOf(id)?.closest("[data-state=open]") == null);
      setName(stageOf(id), "");
      setName(picture, SHARED_NAME);
    },
    () => setName(picture, ""),
  );
}
