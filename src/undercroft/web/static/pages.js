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
  let playing = 0;

  const table = () => document.querySelector("#table.is-replay");
  const go = (step) => document.querySelector(`a[data-step="${step}"]`)?.click();
  const showPlaying = () => {
    const button = document.getElementById("play-steps");
    if (!button) return;
    button.hidden = false;
    button.setAttribute("aria-pressed", String(Boolean(playing)));
    button.setAttribute("aria-label", playing ? "Pause" : "Play, a step each second");
  };
  const stop = () => {
    clearInterval(playing);
    playing = 0;
    showPlaying();
  };
  const play = () => {
    go("next");
    playing = setInterval(() => (document.querySelector('a[data-step="next"]') ? go("next") : stop()), EACH);
    showPlaying();
  };

  if (table()) showPlaying();
  document.addEventListener("click", (event) => {
    if (event.target.closest("#play-steps")) playing ? stop() : play();
    else if (event.isTrusted && event.target.closest(".player")) stop();
  });
  document.addEventListener("input", (event) => {
    if (event.target.id !== "at") return;
    stop();
    document.getElementById("at-words").textContent = `${event.target.value} of ${event.target.max}`;
  });
  document.addEventListener("keydown", (event) => {
    if (!table() || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.key === "p" && !isTyping(event.target)) return document.getElementById("play-steps").click();
    if (event.key === "Escape" && event.target.closest(".map-picture")) return event.target.blur();
    const step = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (!step) return;
    if (event.target.closest("input, textarea, select, .map-picture")) return; // those have arrows of their own
    event.preventDefault();
    stop();
    go(step);
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    const shown = table();
    if (!shown) return;
    const here = new URL(location.href);
    here.searchParams.set("at", shown.dataset.at);
    history.replaceState(null, "", here);
    showPlaying();
    if (playing && !document.querySelector('a[data-step="next"]')) stop();
    const log = shown.querySelector(".log-scroll");
    if (log) log.scrollTop = log.scrollHeight;
  });
})();
