// Light or dark before anything is painted: what this browser chose last, else what the system says.
"use strict";

(() => {
  const root = document.documentElement;
  const kept = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // a browser that keeps nothing still has a theme
    }
  };
  const keep = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      return;
    }
  };

  const theme = kept();
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  const isLight = () =>
    root.dataset.theme ? root.dataset.theme === "light" : matchMedia("(prefers-color-scheme: light)").matches;

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    root.dataset.theme = isLight() ? "dark" : "light";
    keep(root.dataset.theme);
  });
})();
