/** Connection quality in three bars. */
export function SignalBars({ lit }: { lit: 1 | 2 }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 flex-none fill-warning">
      {[1, 2, 3].map((bar) => (
        <rect
          key={bar}
          x={bar * 5 - 4}
          y={16 - bar * 4.5}
          width="3.5"
          height={bar * 4.5 - 1}
          rx="1"
          opacity={bar > lit ? 0.35 : 1}
        />
      ))}
    </svg>
  );
}
