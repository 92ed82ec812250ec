import UserRound from "lucide-react/icons/user-round";
import { cx } from "./cx.ts";
import { initials, personColour } from "./person.ts";

const SIZES = { s: "size-6 text-13", m: "size-8 text-13", l: "size-11 text-16", xl: "size-20 text-28" } as const;

/** Initials on the person's colour. Hidden from screen readers, because the name is always beside it. */
export function Avatar(props: { number: number; name: string; size?: keyof typeof SIZES; className?: string }) {
  const { number, name, size = "m", className } = props;
  return (
    <span
      aria-hidden="true"
      data-person={personColour(number)}
      className={cx(
        "inline-grid flex-none place-items-center rounded-full bg-person font-head leading-none text-on-person",
        SIZES[size],
        className,
      )}
    >
      {initials(name) || <UserRound className="size-[55%]" />}
    </span>
  );
}

/** Overlapping avatars with a border of `surface`; people beyond `max` are a number. */
export function AvatarStack({
  people,
  max = 5,
}: {
  people: readonly { number: number; name: string }[];
  max?: number;
}) {
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  const more = people.length - shown.length;
  return (
    <span className="flex">
      {shown.map(({ number, name }) => (
        <Avatar key={number} number={number} name={name} className="-ms-1.5 ring-2 ring-surface first:ms-0" />
      ))}
      {more > 0 && (
        <span
          aria-hidden="true"
          dir="ltr"
          className="-ms-1.5 inline-grid size-8 flex-none place-items-center rounded-full bg-hover text-13 leading-none font-head text-ink ring-2 ring-surface"
        >
          +{more}
        </span>
      )}
    </span>
  );
}
