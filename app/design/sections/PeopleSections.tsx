import CircleCheck from "lucide-react/icons/circle-check";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import SquareCheck from "lucide-react/icons/square-check";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Avatar, AvatarStack } from "~/ui/Avatar.tsx";
import { Badge } from "~/ui/Badge.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { CAMILLE, HARUKA, INES, MARTA, OMAR, SALMA, TOM } from "./examples.ts";
import { DesignSection, ExampleRow } from "./layout.tsx";

export function PeopleSections() {
  const t = useMessages();
  return (
    <>
      <DesignSection name="badges">
        <ExampleRow className="items-center!">
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
        </ExampleRow>
      </DesignSection>
      <DesignSection name="avatar">
        <ExampleRow className="items-center!">
          <Avatar {...INES} size="s" />
          <Avatar {...HARUKA} />
          <Avatar {...OMAR} size="l" />
          <Avatar {...CAMILLE} size="xl" />
          <Avatar colour={6} name="" size="l" />
          <AvatarStack people={[INES, TOM, MARTA]} />
          <AvatarStack people={[INES, TOM, MARTA, SALMA, OMAR, HARUKA, CAMILLE]} />
        </ExampleRow>
      </DesignSection>
    </>
  );
}
