// Everything that belongs to one person, each part in a module of its own.

import { listenToDialogs } from "./dialogs.js";
import { listenToData } from "./me/data.js";
import { showGames } from "./me/games.js";
import { showProfiles } from "./me/profiles.js";
import { showSettings } from "./me/settings.js";
import { showShared } from "./me/shared.js";

listenToDialogs();
listenToData();
showShared();
showGames();
showSettings();
showProfiles();
