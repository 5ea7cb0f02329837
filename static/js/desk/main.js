// @ts-check
// The desk: up to date by itself, every page of it in a dialog, every action by a key. Without this it is plain pages.

import { watchDialogs } from "./dialog.js";
import { watchKeys } from "./shortcuts.js";
import { watchPalette } from "./command_palette.js";
import { watchPasting } from "./pasted_names.js";
import { watchQuick } from "./result_preview.js";
import { keepFresh } from "./polling.js";
import { watchRows } from "./row_selection.js";
import { watchTypedResults } from "./typed_results.js";
import { watchUnsent } from "./unsaved_changes.js";

/** Who was led to a part of the desk can type at once. */
function focusNamed() {
  const place = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  const field = place?.closest("section")?.querySelector("input:not([type=hidden])");
  if (field instanceof HTMLElement) field.focus();
}

watchTypedResults();
watchDialogs();
watchPalette();
watchPasting();
watchRows();
watchKeys();
watchQuick();
keepFresh();
watchUnsent();
focusNamed();
addEventListener("hashchange", focusNamed);
