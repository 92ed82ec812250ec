import { type LinkProps, Link as RouterLink } from "@remix-run/react";

/** Links to another page of the app. The page fades in where the browser supports view transitions. */
export const Link = (props: LinkProps) => <RouterLink viewTransition {...props} />;
