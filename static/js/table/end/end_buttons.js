// @ts-check
// The buttons of the card at the end of a match, the main one first. A rematch is the action bar's: its buttons and its
// question are taken from there, so that card and bar never say different things.

import { gettext, pgettext } from "../../i18n.js";

/** @import { Button, Choices } from "../bar/choices.js" */
/** @import { View } from "../types.js" */
/** @import { AfterMatch } from "./end_words.js" */
/**
 * @typedef {Object} EndLinks
 * @property {string} review
 * @property {string} next empty unless a player's tournament match
 * @property {string} play
 * @property {string} [sign_up] for a guest: where their matches become an account's
 */

const REMATCH = new Set(["rematch", "rematch_go"]);

/** @param {Choices} choices @param {View} view @param {EndLinks} links @param {AfterMatch | null} after @returns {Button[]} */
export function endButtons(choices, view, links, after) {
  const review = { act: "review", label: pgettext("button", "Review"), href: links.review };
  if (!view.seat) return mainFirst([review, ...tournament(view.context.url, null)]);
  if (links.next) return mainFirst([...nextMatch(after), ...tournament(after?.bracket ?? view.context.url, after), review]);
  const play = links.sign_up
    ? { act: "sign_up", label: gettext("Sign up to keep this match"), href: links.sign_up }
    : { act: "play", label: gettext("Find opponent"), href: links.play };
  if (choices.ask) return [...choices.ask.answers].sort((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false)).concat(review);
  return mainFirst([...choices.main.filter((button) => REMATCH.has(button.act)), review, play], play);
}

/** @param {Button[]} buttons @param {Button} [otherwise] the main one where there is no rematch @returns {Button[]} */
function mainFirst(buttons, otherwise) {
  const main = otherwise && !REMATCH.has(buttons[0].act) ? otherwise : buttons[0];
  return [{ ...main, primary: true }, ...buttons.filter((button) => button !== main).map((button) => ({ ...button, primary: false }))];
}

/** @param {AfterMatch | null} after @returns {Button[]} */
function nextMatch(after) {
  if (after?.state !== "ready" || !after.next?.url) return [];
  return [{ act: "next", label: after.next.over_the_board ? gettext("Report score") : gettext("Go to match"), icon: "play", href: after.next.url }];
}

/** @param {string | undefined} href @param {AfterMatch | null} after @returns {Button[]} */
function tournament(href, after) {
  if (!href) return [];
  return [{ act: "tournament", label: after?.steps.length ? pgettext("button", "Bracket") : pgettext("button", "Tournament"), href }];
}
