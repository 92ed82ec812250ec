/** Styles of the elements of emails, which mail programs read from attributes only. */

export const PAGE =
  "max-width:560px;margin:0 auto;padding:32px 24px;background:#fffefb;font:16px/24px Inter,system-ui,-apple-system,'Segoe UI',sans-serif;overflow-wrap:anywhere";
export const SOFT = "color:#4c5467;font-size:14px;line-height:22px";
/** For the one action of an email. */
export const MAIN_BUTTON =
  "display:block;padding:14px 16px;border-radius:8px;background:#00635f;color:#f8fdfc;font-weight:600;text-align:center;text-decoration:none";
/** 52 px high, for thumbs. */
export const BUTTON =
  "display:block;padding:13px 16px;border:1px solid #8b8f99;border-radius:8px;color:#121a2d;font-weight:600;text-decoration:none";
