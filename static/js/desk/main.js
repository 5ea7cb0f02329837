// @ts-check
// The desk: up to date by itself, every page of it in a dialog, every action by a key. Without this it is plain pages.

import { watchDialogs } from "./dialog.js";
import { watchShortcuts } from "./shortcuts.js";
import { watchPalette } from "./command_palette.js";
import { watchPastedNames } from "./pasted_names.js";
import { watchResultField } from "./result_preview.js";
import { startPolling } from "./polling.js";
import { watchSelection } from "./row_selection.js";
import { watchTypedResults } from "./typed_results.js";
import { watchUnsaved } from "./unsaved_changes.js";

/** Who was led to a part of the desk can type at once. */
function focusNamed() {
  const place = location.hash ? document.getElementById(location.hash.slice(1)) : null;
  const field = place?.closest("section")?.querySelector("input:not([type=hidden])");
  if (field instanceof HTMLElement) field.focus();
}

watchTypedResults();
watchDialogs();
watchPalette();
watchPastedNames();
watchSelection();
watchShortcuts();
watchResultField();
startPolling();
watchUnsaved();
focusNamed();
addEventListener("hashchange", focusNamed);
