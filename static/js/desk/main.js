// @ts-check
// The desk: up to date by itself, every page of it in a dialog, every action by a key. Without this it is plain pages.

import { watchDialogs } from "./dialog.js";
import { watchKeys } from "./keys.js";
import { watchPalette } from "./palette.js";
import { watchQuick } from "./quick.js";
import { keepFresh } from "./refresh.js";
import { watchRows } from "./rows.js";

watchDialogs();
watchPalette();
watchRows();
watchKeys();
watchQuick();
keepFresh();
