// What every page needs: small answers open in the dialog, and a lost connection says so.
"use strict";

(() => {
  const dialog = document.getElementById("dialog");
  const body = document.getElementById("dialog-body");
  const toast = document.getElementById("toast");

  // Whatever htmx puts into the dialog is shown at once; without script the same links lead to whole pages.
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target === toast) return say(toast.textContent.trim()); // an error, sent as a sentence
    if (event.detail.target !== body) return;
    if (!dialog.open) dialog.showModal();
    body.scrollTop = 0;
    body.focus();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // a click beside it
  });
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) document.getElementById(opener.dataset.opens).showModal();
    const closer = event.target.closest("[data-closes]");
    if (closer) closer.closest("dialog").close();
  });
  for (const other of document.querySelectorAll("dialog")) {
    if (other === dialog) continue;
    other.addEventListener("click", (event) => event.target === other && other.close());
  }

  // A sentence goes after a while; what still holds, such as a lost connection, comes back until it is taken away.
  let hiding = 0;
  let standing = "";
  const say = (sentence) => {
    clearTimeout(hiding);
    const shown = sentence || standing;
    toast.textContent = shown;
    toast.hidden = !shown;
    if (sentence) hiding = setTimeout(() => say(""), 6000);
  };
  const stand = (sentence) => {
    standing = sentence;
    say("");
  };
  window.undercroft = { say, stand };

  document.body.addEventListener("htmx:sendError", () => {
    say("The table cannot be reached. Nothing was lost; try again in a moment.");
  });
  document.body.addEventListener("htmx:timeout", () => say("No answer came. Try again."));
  document.body.addEventListener("htmx:responseError", (event) => {
    say(event.detail.xhr.status === 503 ? "The house is busy. Try again in a moment." : "Something went wrong. Try again, or reload the page.");
  });
})();
