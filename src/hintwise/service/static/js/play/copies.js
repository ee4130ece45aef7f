/** The games that can be played without a connection, the last one first. */

import { byId, make } from "../elements.js";
import { titled } from "../titles.js";
import { allCopies } from "./kept.js";

const copies = (await allCopies()).reverse();
byId("no-copies").hidden = copies.length > 0;
byId("copies").append(
  ...copies.map(({ id, view }) => {
    const title = make("h3", {}, titled(view.title) || view.kind_name);
    const kind = make("p.soft.small", {}, view.kind_name);
    return make("li", {}, make("a.card", { href: `/play/${id}` }, title, kind));
  }),
);
