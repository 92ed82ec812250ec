/** Two voices, two lines each, taking turns. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-18 font-head tracking-head">
      <svg
        viewBox="0 0 26 26"
        fill="none"
        strokeWidth="3.4"
        strokeLinecap="round"
        aria-hidden="true"
        className="size-6.5"
      >
        <path stroke="currentColor" d="M3 7h13M3 14h7" />
        <path stroke="var(--accent)" d="M23 12h-7.5M23 19H10" />
      </svg>
      Parley
    </span>
  );
}
