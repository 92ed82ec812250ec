/** A drawn face for the landing illustration, in the colour of its person (`--p`). */
const tint = (share: number, base: string) => `color-mix(in oklab, var(--p) ${share}%, ${base})`;
const hair = tint(16, "oklch(0.16 0.02 262)");

export function DemoPortrait({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" className={className}>
      <rect width="96" height="96" fill={tint(38, "var(--room)")} />
      <path d="M70 0h26v44H70z" fill={tint(52, "oklch(0.62 0.03 60)")} opacity="0.55" />
      <path d="M70 20h26" stroke={tint(20, "var(--room)")} strokeWidth="2.5" />
      <path d="M22 62C14-2 82-2 74 62l3 26c-4 9-18 8-18-2V58H37v28c0 10-14 11-18 2z" fill={hair} />
      <path d="M38 62h20v18c-3 9-17 9-20 0z" fill={tint(56, "oklch(0.62 0.03 60)")} />
      <path d="M4 116C4 96 20 88 36 84c6 9 18 9 24 0 16 4 32 12 32 32z" fill={tint(66, "oklch(0.3 0.03 262)")} />
      <ellipse cx="48" cy="51" rx="22" ry="26.5" fill={tint(50, "oklch(0.93 0.02 75)")} />
      <path d="M25.5 54C20 8 76 8 70.5 54 68 43 62 36 54 31c-6 9-16 17-28.5 23z" fill={hair} />
    </svg>
  );
}
