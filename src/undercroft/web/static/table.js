// The table's hands: keys, the map, what lights up together, what is said aloud, and news from other seats.
"use strict";

(() => {
  const KEY_WAIT = 350; // how long a first digit waits for a second, where there are more than nine options
  const ANSWER_WAIT = 400; // how long news wait for the answer to one's own choice, which tells the same
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const { say, stand } = window.undercroft;
  const table = () => document.getElementById("table");
  const numberOf = (element) => Number(element?.dataset.number ?? -1);

  // ---- choosing ---------------------------------------------------------------------------------------------------

  const buttonOf = (number) => document.querySelector(`#question [data-option="${number}"]`);
  const formOf = (name) => document.getElementById(`choose-${name}`);

  // Giving up only opens its question, and the focus goes there; everything else is chosen.
  const press = (button) => {
    if (!button) return;
    if (button.matches("summary")) button.focus();
    button.click();
    button.scrollIntoView({ block: "nearest" });
  };
  const chooseAmong = (all) => {
    const names = all.filter(formOf); // a replay shows targets of which only the chosen one leads on
    if (!names.length) return;
    if (names.length === 1) return formOf(names[0]).requestSubmit();
    const buttons = names.map((name) => formOf(name).querySelector("button"));
    document.querySelectorAll("#question .is-lit").forEach((lit) => lit.classList.remove("is-lit"));
    buttons.forEach((button) => button.classList.add("is-lit"));
    buttons[0].scrollIntoView({ block: "nearest" });
    buttons[0].focus();
  };

  document.addEventListener("click", (event) => {
    const ring = event.target.closest("button.ring[data-choices]");
    if (ring) chooseAmong(ring.dataset.choices.split(" "));
    const copier = event.target.closest("[data-copies]");
    if (copier) copy(copier.parentElement.querySelector("input"));
  });

  const copy = (field) => {
    field.select();
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(() => say("Copied."), () => say("Press Ctrl+C to copy the link."));
    else say("Press Ctrl+C to copy the link.");
  };

  // An option and what it acts on light up together; a place that it would turn shows how it would lie.
  const light = (element, on) => {
    const { target, targets } = element.dataset;
    const key = CSS.escape(target || targets || "");
    if (!key) return;
    const among = target ? `[data-targets="${key}"]` : `[data-target="${key}"], [data-targets="${key}"]`;
    for (const each of [element, ...document.querySelectorAll(among)]) each.classList.toggle("is-lit", on);
    const name = element.closest("form.choose")?.id.replace("choose-", "lies-");
    if (name) document.getElementById(name)?.classList.toggle("is-shown", on);
  };
  for (const [start, end] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
    const toggle = (on) => (event) => {
      const element = event.target.closest?.("[data-target], [data-targets]");
      if (element) light(element, on);
    };
    document.addEventListener(start, toggle(true));
    document.addEventListener(end, toggle(false));
  }

  // Where options are bare numbers, a line says what the one in hand does.
  const describe = (option) => {
    const line = document.getElementById("detail");
    if (line) line.textContent = option?.dataset.detail ?? line.dataset.idle;
  };
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const place = event.target.closest?.("[data-detail], .cell[data-choices]");
      describe(place?.matches(".cell") ? formOf(place.dataset.choices.split(" ")[0])?.querySelector("[data-detail]") : place);
    });
  }

  // ---- keys -------------------------------------------------------------------------------------------------------

  const typed = document.getElementById("typed");
  let digits = "";
  let waiting = 0;
  const showTyped = () => {
    typed.textContent = digits && `${digits} · Enter`;
    typed.hidden = !digits;
  };
  const settle = () => {
    clearTimeout(waiting);
    const button = buttonOf(digits);
    digits = "";
    showTyped();
    press(button);
  };
  const typeDigit = (digit) => {
    const options = document.querySelectorAll("#question [data-option]").length;
    digits += digit;
    if (digits === "0") digits = "";
    clearTimeout(waiting);
    showTyped();
    if (!digits) return;
    if (digits.length > 1 || Number(digits) * 10 > options) return settle();
    waiting = setTimeout(settle, KEY_WAIT);
  };

  const isTyping = (element) => element?.closest?.("input, textarea, select, [contenteditable]");
  const click = (selector) => document.querySelector(selector)?.click();
  const keys = {
    u: () => click("#undo button:not(:disabled), #practise button"),
    h: () => click("#hint"),
    l: () => click("#open-log"),
    r: () => click("#open-rules"),
    m: () => document.querySelector('.map-picture .cell[tabindex="0"]')?.focus(),
    "?": () => document.getElementById("help").showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.repeat && !event.key.startsWith("Arrow")) {
      if (event.key === "Enter") event.preventDefault(); // a key held down chooses once
      return;
    }
    const cell = event.target.closest?.(".cell");
    if (cell && keyOnMap(event, cell)) return event.preventDefault();
    if (digits && event.key === "Enter") {
      event.preventDefault();
      return settle();
    }
    if (/^[0-9]$/.test(event.key)) {
      event.preventDefault();
      return typeDigit(event.key);
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (stepOption(event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
      return;
    }
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // Arrow keys walk through the options as soon as one of them has the focus, or nothing has.
  const stepOption = (step) => {
    const all = [...document.querySelectorAll("#question button[data-option], #question summary[data-option]")];
    const at = all.indexOf(document.activeElement);
    const idle = document.activeElement === document.body || document.activeElement?.id === "question";
    if (!all.length || (at < 0 && !idle)) return false;
    all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length].focus();
    return true;
  };

  // ---- the map ----------------------------------------------------------------------------------------------------

  const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const cellsOf = (map) => [...map.querySelectorAll(".cell")];

  const keyOnMap = (event, cell) => {
    const map = cell.closest(".map-picture");
    if (WAYS[event.key]) {
      moveCursor(map, cell, WAYS[event.key]);
      return true;
    }
    if (event.key === "Enter" || event.key === " ") {
      actOn(cell);
      return true;
    }
    if (event.key === "+" || event.key === "=") return zoom(map, 0.8), true;
    if (event.key === "-") return zoom(map, 1.25), true;
    if (event.key === "0" && !digits) return showAll(map), true;
    return false;
  };

  // The nearest cell that way, straight ahead before askew.
  const moveCursor = (map, from, [east, south]) => {
    const here = [Number(from.dataset.east), Number(from.dataset.south)];
    let best = null;
    let least = Infinity;
    for (const cell of cellsOf(map)) {
      const ahead = (cell.dataset.east - here[0]) * east + (cell.dataset.south - here[1]) * south;
      const askew = Math.abs((cell.dataset.east - here[0]) * south) + Math.abs((cell.dataset.south - here[1]) * east);
      if (ahead <= 0 || ahead + 3 * askew >= least) continue;
      least = ahead + 3 * askew;
      best = cell;
    }
    if (!best) return;
    from.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
    keepInView(map, best);
  };

  // What can be done there; where nothing can, a way may lead there, step by step.
  const actOn = (cell) => {
    const names = cell.dataset.choices.split(" ").filter(Boolean);
    if (names.length) return chooseAmong(names);
    const form = document.getElementById("walk");
    if (!form || !cell.dataset.way) return;
    form.elements.target.value = cell.dataset.way;
    form.requestSubmit();
  };

  const views = new Map(); // by the map's id: what the player looks at, if that is not what the server shows
  const readView = (map) => map.getAttribute("viewBox").split(" ").map(Number);
  const writeView = (map, view) => map.setAttribute("viewBox", view.map((part) => part.toFixed(1)).join(" "));
  const look = (map, view) => {
    views.set(map.id, view);
    writeView(map, view);
  };
  const zoom = (map, factor, at) => {
    const [x, y, width, height] = readView(map);
    const wide = Math.min(Math.max(width * factor, 48 * 3), 48 * 60);
    const scale = wide / width;
    const [cx, cy] = at ?? [x + width / 2, y + height / 2];
    look(map, [cx - (cx - x) * scale, cy - (cy - y) * scale, wide, height * scale]);
  };
  const showAll = (map) => {
    views.delete(map.id);
    const all = cellsOf(map).map((cell) => [Number(cell.dataset.east) * 48, Number(cell.dataset.south) * 48]);
    const xs = all.map(([x]) => x);
    const ys = all.map(([, y]) => y);
    const [west, north] = [Math.min(...xs) - 24, Math.min(...ys) - 24];
    writeView(map, [west, north, Math.max(...xs) + 72 - west, Math.max(...ys) + 72 - north]);
  };
  // A plan too large to be read on a small screen is cut around who acts.
  const LEAST_CELL = 27; // pixels
  const GOOD_CELL = 34;
  const viewFor = (map) => {
    const [x, y, width, height] = map.dataset.view.split(" ").map(Number);
    const room = map.getBoundingClientRect();
    const size = 48 * Math.min(room.width / width, room.height / height);
    const at = document.getElementById(`cell-${map.dataset.focus}`);
    if (!at || !room.width || size >= LEAST_CELL) return [x, y, width, height];
    const cut = [Math.min(width, (48 * room.width) / GOOD_CELL), Math.min(height, (48 * room.height) / GOOD_CELL)];
    const within = (middle, first, length, part) => Math.min(Math.max(middle - part / 2, first), first + length - part);
    return [
      within(Number(at.dataset.east) * 48 + 24, x, width, cut[0]),
      within(Number(at.dataset.south) * 48 + 24, y, height, cut[1]),
      ...cut,
    ];
  };
  const fitMaps = () => {
    for (const map of document.querySelectorAll(".map-picture.is-plan")) if (!views.has(map.id)) writeView(map, viewFor(map));
  };
  fitMaps();
  addEventListener("resize", fitMaps);
  const keepInView = (map, cell) => {
    const [x, y, width, height] = readView(map);
    const left = Number(cell.dataset.east) * 48;
    const top = Number(cell.dataset.south) * 48;
    const shifted = [Math.min(Math.max(x, left + 48 - width), left), Math.min(Math.max(y, top + 48 - height), top)];
    if (shifted[0] !== x || shifted[1] !== y) look(map, [...shifted, width, height]);
  };
  const pointOn = (map, event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    return [point.x, point.y];
  };

  document.addEventListener(
    "wheel",
    (event) => {
      const map = event.target.closest?.(".map-picture");
      if (!map) return;
      event.preventDefault();
      zoom(map, event.deltaY > 0 ? 1.12 : 1 / 1.12, pointOn(map, event));
    },
    { passive: false },
  );

  // One finger or the mouse drags, two fingers pinch; a press that hardly moves is a click on a cell.
  const fingers = new Map();
  let drag = null;
  let dragged = false; // the click that ends a drag chooses nothing
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  };
  document.addEventListener("pointerdown", (event) => {
    const map = event.target.closest?.(".map-picture");
    if (!map || event.button > 0) return;
    fingers.set(event.pointerId, event);
    drag = { map, x: event.clientX, y: event.clientY, moved: fingers.size > 1, apart: fingers.size > 1 ? spread() : 0 };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || !fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event);
    if (fingers.size > 1) {
      const apart = spread();
      zoom(drag.map, drag.apart / apart, pointOn(drag.map, event));
      drag.apart = apart;
      return;
    }
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
    drag.moved = true;
    drag.map.classList.add("is-dragged");
    const scale = 1 / drag.map.getScreenCTM().a;
    const [x, y, width, height] = readView(drag.map);
    look(drag.map, [x - (event.clientX - drag.x) * scale, y - (event.clientY - drag.y) * scale, width, height]);
    drag.x = event.clientX;
    drag.y = event.clientY;
  });
  const release = (event) => {
    fingers.delete(event.pointerId);
    if (!drag) return;
    drag.map.classList.remove("is-dragged");
    if (fingers.size) return;
    dragged = drag.moved;
    drag = null;
  };
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
  document.addEventListener("click", (event) => {
    const cell = event.target.closest(".cell, .door[data-choices], .token[data-choices], .die[data-choices]");
    if (cell && !dragged) actOn(cell);
    dragged = false;
    const tool = event.target.closest("[data-zoom]");
    if (!tool) return;
    const map = tool.closest(".map").querySelector(".map-picture");
    if (tool.dataset.zoom === "all") return showAll(map);
    zoom(map, tool.dataset.zoom === "in" ? 0.75 : 1 / 0.75);
  });

  // A map that grows glides to its new view; one that the player moved stays where they look.
  const glide = (map, from, to) => {
    const begin = performance.now();
    const step = (now) => {
      const part = Math.min((now - begin) / 200, 1);
      if (views.has(map.id) || !map.isConnected) return;
      writeView(map, from.map((start, index) => start + (to[index] - start) * part));
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };

  // ---- before and after a swap ------------------------------------------------------------------------------------

  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element, kind) =>
    !(name === "open" && kind === "remove" && element.matches("details.strip, details.pile, details.idle"));

  const textsOf = (root) => [...root.querySelectorAll(".log .log-text")].map((line) => line.textContent);
  const valuesOf = () =>
    new Map([...document.querySelectorAll("#table [data-track]")].map((track) => [track.id || track.className + track.dataset.track, Number(track.dataset.value)]));
  const diceOf = () => [...document.querySelectorAll("#table .die")].map((die) => die.id).join();
  let before = null;

  const remember = () => {
    before = {
      texts: textsOf(document),
      dice: diceOf(),
      values: valuesOf(),
      maps: new Map([...document.querySelectorAll(".map-picture")].map((map) => [map.id, readView(map)])),
      focused: document.activeElement,
      cursor: document.activeElement?.classList?.contains("cell") ? document.activeElement.id : "",
    };
  };

  // The log shows the newest lines only: those beyond the longest overlap with the old ones are new.
  const newLines = (old, now) => {
    for (let kept = Math.min(old.length, now.length); kept > 0; kept--) {
      const tail = old.slice(old.length - kept);
      if (tail.every((text, index) => text === now[index])) return now.length - kept;
    }
    return now.length;
  };

  // What happened is seen in its order: dice first, then what they did to somebody, and the log line by line.
  const showChanges = () => {
    const dice = diceOf();
    table().classList.toggle("is-rolled", dice !== "" && dice !== before.dice);
    for (const track of document.querySelectorAll("#table [data-track]")) {
      const old = before.values.get(track.id || track.className + track.dataset.track);
      const now = Number(track.dataset.value);
      if (old === undefined || old === now) continue;
      track.classList.add(now < old ? "has-fallen" : "has-risen");
      track.addEventListener("animationend", () => track.classList.remove("has-fallen", "has-risen"), { once: true });
    }
    const lines = [...document.querySelectorAll(".log .log-lines > li")];
    const fresh = before.texts.length ? newLines(before.texts, textsOf(document)) : lines.length;
    const news = lines.slice(lines.length - fresh);
    news.forEach((line, index) => {
      line.classList.add("is-new");
      line.style.animationDelay = `${Math.min(index, 5) * 120}ms`;
    });
    const spoken = news.slice(-8).map((line) => line.querySelector(".log-text").textContent);
    const question = document.getElementById("question-text");
    document.getElementById("live").textContent = [...spoken, question?.textContent ?? ""].join(" ");
  };

  const settleMaps = () => {
    for (const map of document.querySelectorAll(".map-picture")) {
      const shown = map.classList.contains("is-plan") ? viewFor(map) : map.dataset.view.split(" ").map(Number);
      const old = before.maps.get(map.id);
      if (views.has(map.id)) writeView(map, views.get(map.id));
      else if (old && !still.matches && old.join() !== shown.join()) glide(map, old, shown);
      else writeView(map, shown);
    }
    const cursor = before.cursor && document.getElementById(before.cursor);
    if (!cursor) return;
    cellsOf(cursor.closest(".map-picture")).forEach((cell) => cell.setAttribute("tabindex", cell === cursor ? "0" : "-1"));
    cursor.focus({ preventScroll: true });
  };

  // What can be scrolled can be reached by keyboard, and nothing else gets a stop of its own.
  const reachScrolls = () => {
    for (const element of document.querySelectorAll(".hero, .sheets, .cloth")) {
      if (element.scrollHeight > element.clientHeight + 1) element.setAttribute("tabindex", "0");
      else element.removeAttribute("tabindex");
    }
  };
  addEventListener("resize", reachScrolls);
  reachScrolls();

  // Whoever chose with Tab and Enter finds the new question under their fingers, and no option by accident; at the end
  // everybody finds the ways out.
  const settleFocus = () => {
    if (document.activeElement !== document.body) return;
    if (before.focused === document.body && table().dataset.over !== "yes") return;
    document.getElementById("question")?.focus({ preventScroll: true });
  };

  const isOfTable = (target) => ["table", "question"].includes(target?.id);
  const sentenceIn = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    return page.querySelector(".sentence")?.textContent.trim() || "That did not work. Reload the page and try again.";
  };

  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr, requestConfig } = event.detail;
    if (xhr.status === 403 && isOfTable(requestConfig.target)) return leaveSeat(event);
    if (!isOfTable(target) || !event.detail.shouldSwap) return;
    const fresh = new DOMParser().parseFromString(event.detail.serverResponse, "text/html").getElementById(target.id);
    if (!fresh) {
      event.detail.shouldSwap = false;
      say(sentenceIn(event.detail.serverResponse));
      return;
    }
    if (isOvertaken(event, fresh)) event.detail.shouldSwap = false;
    else remember();
  });

  // Somebody else sits there now: the table shows what is left to see, or whom to ask.
  const leaveSeat = (event) => {
    event.detail.shouldSwap = false;
    location.assign(`/t/${table().dataset.table}`);
  };

  // Odds of a question that is gone, a table older than the one shown, or the same table told twice. And what was asked
  // for by a button that is gone meanwhile: htmx no longer knows how to put it in, so it is fetched once more.
  const isOvertaken = (event, fresh) => {
    const { target, xhr, requestConfig } = event.detail;
    const [shown, come] = [numberOf(table()), numberOf(fresh)];
    if (target.id === "question") return come !== shown;
    if (come < shown || (come === shown && come >= 0 && xhr.status < 300)) return true;
    if (requestConfig.elt.isConnected) return false;
    const notice = fresh.querySelector("#notice")?.textContent.trim();
    if (notice) say(notice);
    if (come > shown) fetchTable();
    return true;
  };

  // Invitations are addresses of this house as this browser reaches it, whole, so that they can be sent to somebody.
  document.body.addEventListener("htmx:afterSwap", () => {
    for (const field of document.querySelectorAll(".invite input")) field.value = new URL(field.value, location).href;
  });

  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (!before || !["table", "question"].includes(event.detail.target.id)) return;
    if (event.detail.target.id === "table") {
      document.title = document.title.replace(/, .* · /, `, ${document.querySelector(".status")?.textContent ?? ""} · `);
      showChanges();
      settleMaps();
      reachScrolls();
      document.getElementById("question").scrollTop = 0;
      settleFocus();
    }
    before = null;
  });

  // ---- news from the table ----------------------------------------------------------------------------------------

  let lost = false;
  let heard = -1; // the highest number that the news told of
  let acting = 0; // choices of one's own under way, whose answers bring the table along
  const catchUp = (patient = true) => {
    if (heard <= numberOf(table())) return;
    if (acting && patient) setTimeout(catchUp, ANSWER_WAIT, false);
    else fetchTable();
  };
  const isDeed = (event) => event.detail.requestConfig.verb === "post";
  document.body.addEventListener("htmx:beforeSend", (event) => {
    if (isDeed(event)) acting += 1;
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!isDeed(event)) return;
    acting -= 1;
    setTimeout(catchUp);
  });
  const fetchTable = () => {
    const shown = table();
    htmx.ajax("GET", `/t/${shown.dataset.table}/table?seat=${shown.dataset.seat}`, { target: "#table", swap: "morph:outerHTML", source: document.body });
  };
  const listen = () => {
    const news = new EventSource(`/t/${table().dataset.table}/events`);
    news.addEventListener("changed", (event) => {
      heard = Math.max(heard, Number(event.data));
      catchUp();
    });
    news.addEventListener("open", () => {
      if (lost) {
        stand("");
        say("Connected again.");
      }
      lost = false;
    });
    news.addEventListener("error", () => {
      if (!lost) stand("The connection is lost. Trying again…");
      lost = true;
      if (news.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
    });
    addEventListener("pagehide", () => news.close(), { once: true });
  };
  const isLive = Boolean(table().dataset.table); // a replay has no news
  if (isLive) listen();
  addEventListener("pageshow", (event) => {
    if (!event.persisted || !isLive) return; // a page that came back from the browser's own memory may be old
    fetchTable();
    listen();
  });
})();
