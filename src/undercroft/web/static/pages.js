// The pages around the table: copy a link, try a review again, search by one key, step through a replay.
"use strict";

(() => {
  const say = (sentence) => window.undercroft?.say(sentence);
  const isTyping = (target) => target.closest("input:not([type=range]), textarea, select, [contenteditable]");

  // ---- days and moments as people say them

  const UNITS = [["minute", 60], ["hour", 3600], ["day", 86400], ["week", 604800], ["month", 2629800]];
  const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const dayOf = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

  const ago = (moment) => {
    const seconds = (Date.now() - moment) / 1000;
    const [unit, size] = UNITS.findLast(([, size]) => seconds >= size) ?? ["", 0];
    return size ? relative.format(-Math.floor(seconds / size), unit) : "just now";
  };
  const tellTimes = () => {
    for (const time of document.querySelectorAll("[data-ago]")) time.textContent = ago(new Date(time.dateTime));
    for (const time of document.querySelectorAll("[data-day]")) time.textContent = dayOf.format(new Date(time.dateTime));
  };
  tellTimes();

  // ---- links to copy

  const copy = async (button) => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      say("Copied.");
    } catch {
      say("Your browser does not let pages copy. The link is written below: copy it from there.");
    }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button);
  });

  // ---- a review that did not come

  for (const problem of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.body.addEventListener(problem, (event) => {
      const review = event.target.closest("#review");
      if (!review) return;
      review.classList.add("failed");
      review.querySelector(".waiting").textContent = "The review did not come. The game itself is safe.";
      review.querySelector(".try-again").hidden = false;
    });
  }

  // ---- the rulebook

  const contents = document.querySelector("[data-wide-open]");
  if (contents && matchMedia("(max-width: 860px)").matches) contents.open = false;
  document.addEventListener("keydown", (event) => {
    const search = document.querySelector("[data-slash]");
    if (event.key !== "/" || !search || isTyping(event.target)) return;
    event.preventDefault();
    search.select();
  });

  // ---- a replay

  const EACH = 1000; // milliseconds between two steps
  const QUIET = 300; // milliseconds without a step after which the address tells the moment
  let playing = 0;
  let wanted = null; // the moment to show: steps may be quicker than answers, and only the last one counts
  let walking = false;
  let naming = 0;

  const table = () => document.querySelector("#table.is-replay");
  const shown = () => Number(table().dataset.at);
  const last = () => Number(table().dataset.last);

  const addressOf = (moment) => {
    const address = new URL(location.href);
    address.searchParams.set("at", moment);
    return address;
  };
  const nameMoment = () => history.replaceState(null, "", addressOf(shown()));
  const showWanted = () => {
    const slider = document.getElementById("at");
    slider.value = wanted;
    slider.setAttribute("aria-valuetext", `After ${wanted} of ${last()} choices`);
    document.getElementById("at-words").textContent = `${wanted} of ${last()}`;
  };
  const showPlaying = () => {
    const button = document.getElementById("play-steps");
    button.hidden = false;
    button.setAttribute("aria-pressed", String(Boolean(playing)));
    button.setAttribute("aria-label", playing ? "Pause" : "Play, a step each second");
  };

  // Only what a single step on brought is new; after any other move the lines of the log are old ones.
  const settleLog = (from) => {
    const log = table().querySelector(".log-scroll");
    log.scrollTop = log.scrollHeight;
    if (shown() === from + 1) return;
    for (const line of log.querySelectorAll(".is-new")) line.classList.remove("is-new");
    const question = document.getElementById("question-text").textContent;
    document.getElementById("live").textContent = `After ${shown()} of ${last()} choices. ${question}`;
  };

  // One request at a time: the next one asks for whatever is wanted by then, so that none is ever broken off.
  const walk = async () => {
    if (walking) return;
    walking = true;
    while (wanted !== shown()) {
      const [from, asked] = [shown(), wanted];
      await htmx.ajax("GET", addressOf(asked).href, { target: "#table", swap: "morph:outerHTML" }).catch(() => {});
      if (shown() === asked) settleLog(from);
      else {
        wanted = shown();
        stop();
      }
      showWanted();
      showPlaying();
    }
    walking = false;
    clearTimeout(naming);
    naming = setTimeout(nameMoment, QUIET);
  };
  const goTo = (moment) => {
    wanted = Math.max(0, Math.min(last(), moment));
    showWanted();
    walk();
  };
  const go = (step) => goTo({ first: 0, back: wanted - 1, next: wanted + 1, last: last() }[step]);

  const stop = () => {
    clearInterval(playing);
    playing = 0;
    showPlaying();
  };
  const playStep = () => {
    go("next");
    if (wanted === last()) stop();
  };
  const play = () => {
    playing = setInterval(playStep, EACH);
    playStep();
    showPlaying();
  };

  if (!table()) return;
  wanted = shown();
  showPlaying();
  document.addEventListener("click", (event) => {
    if (event.target.closest("#play-steps")) return playing ? stop() : play();
    const step = event.target.closest("a[data-step]");
    if (step || event.target.closest(".player")) stop();
    if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(step.dataset.step);
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-step], form.slide")) return;
    event.preventDefault();
    stop();
    if (event.target.dataset.step) go(event.target.dataset.step);
  });
  document.addEventListener("input", (event) => {
    if (event.target.id !== "at") return;
    stop();
    goTo(Number(event.target.value));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.key === "p" && !isTyping(event.target)) return document.getElementById("play-steps").click();
    if (event.key === "Escape" && event.target.closest(".map-picture")) return event.target.blur();
    const step = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (!step) return;
    if (event.target.closest("input, textarea, select, .map-picture")) return; // those have arrows of their own
    event.preventDefault();
    stop();
    go(step);
  });
})();
