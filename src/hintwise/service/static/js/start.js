// The start page: each part in a module of its own.

import { showGames } from "./start/games.js";
import { listenToGenerate } from "./start/generate.js";
import { showLibrary } from "./start/library.js";
import { listenToNow } from "./start/now.js";
import { listenToPaste } from "./start/paste.js";

listenToNow();
showLibrary();
listenToPaste();
listenToGenerate();
showGames();
