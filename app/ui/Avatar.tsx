import UserRound from "lucide-react/icons/user-round";
import { cx } from "./cx.ts";
import { initials } from "./person.ts";

const SIZES = { s: "size-6 text-13", m: "size-8 text-13", l: "size-11 text-16", xl: "size-20 text-28" } as const;

/** Initials on the person's colour (from 1 to 12). Hidden from screen readers, because the name is always beside it. */
export function Avatar(props: { colour: number; name: string; size?: keyof typeof SIZES; className?: string }) {
  const { colour, name, size = "m", className } = props;
  return (
    <span
      aria-hidden="true"
      data-person={colour}
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
  size = "m",
}: {
  people: readonly { number: number; colour: number; name: string }[];
  max?: number;
  size?: "s" | "m";
}) {
  const shown = people.length > max ? people.slice(0, max - 1) : people;
  const more = people.length - shown.length;
  return (
    <span className="flex">
      {shown.map(({ number, colour, name }) => (
        <Avatar
          key={number}
          colour={colour}
          name={name}
          size={size}
          className="-ms-1.5 ring-2 ring-surface first:ms-0"
        />
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
