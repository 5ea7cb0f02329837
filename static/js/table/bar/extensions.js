// @ts-check
// What other modules add to the action bar: buttons for the end of a match, and what a button of theirs does.

/** @import { Ask, Button, Links } from "./choices.js" */
/** @import { View } from "../types.js" */

/** Buttons that stand beside "Review" when a match is over. @type {Array<(view: View, links: Links) => Button[]>} */
export const afterMatchButtons = [];

/** A question that is asked when a match is over, if anybody has one. @type {Array<(view: View) => Ask | null>} */
export const afterMatchQuestions = [];

/** What a button does, by its `act`; asked before it counts as an action for the server. @type {Map<string, () => void>} */
export const extensionActions = new Map();
