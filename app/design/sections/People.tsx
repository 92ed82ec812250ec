import CircleCheck from "lucide-react/icons/circle-check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import SquareCheck from "lucide-react/icons/square-check";
import { useEffect, useState } from "react";
import { Message } from "~/chat/index.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Avatar, AvatarStack } from "~/ui/Avatar.tsx";
import { Badge } from "~/ui/Badge.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import { CAMILLE, HARUKA, INES, MARTA, OMAR, SALMA, TOM } from "../examples.ts";
import { LINES } from "../lines.ts";
import { Row, Section } from "../parts.tsx";

const nothing = () => {};

export function PeopleSections() {
  const t = useMessages();
  // A line tells its time in the reader's time zone, which no server knows.
  const [here, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  return (
    <>
      <Section name="badges">
        <Row className="items-center!">
          <Chip>{t("design.badge.planned")}</Chip>
          <Chip tone="accent">{t("design.badge.live")}</Chip>
          <Chip tone="success">{t("design.badge.stored")}</Chip>
          <Chip tone="warning">{t("design.badge.waiting")}</Chip>
          <Chip tone="danger">{t("design.badge.refused")}</Chip>
          <Badge tone="success" icon={<CircleCheck />}>
            {t("design.badge.decision")}
          </Badge>
          <Badge tone="accent" icon={<SquareCheck />}>
            {t("design.badge.task")}
          </Badge>
          <Badge tone="warning" icon={<CircleQuestionMark />}>
            {t("design.badge.question")}
          </Badge>
        </Row>
      </Section>
      <Section name="avatar">
        <Row className="items-center!">
          <Avatar {...INES} size="s" />
          <Avatar {...HARUKA} />
          <Avatar {...OMAR} size="l" />
          <Avatar {...CAMILLE} size="xl" />
          <Avatar number={6} name="" size="l" />
          <AvatarStack people={[INES, TOM, MARTA]} />
          <AvatarStack people={[INES, TOM, MARTA, SALMA, OMAR, HARUKA, CAMILLE]} />
        </Row>
      </Section>
      <Section name="line">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-6">
          {here
            ? LINES.map((line) => <Message key={line.id} line={line} onRetry={nothing} onDiscard={nothing} />)
            : LINES.map(({ id }) => (
                <li key={id} className="flex gap-3">
                  <Skeleton shape="circle" />
                  <Skeleton className="mt-2 w-3/5" />
                </li>
              ))}
        </ul>
      </Section>
    </>
  );
}
