// The button that changes between light and dark. It exists only where scripts run;
// until it is used, the page follows the system.
const root = document.documentElement;
const stored = localStorage.getItem("theme");
if (stored) root.dataset.theme = stored;

document.addEventListener("DOMContentLoaded", () => {
  const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "theme";
  const name = () => button.setAttribute("aria-label", dark() ? "Use light colors" : "Use dark colors");
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
    name();
  });
  name();
  document.querySelector("header.top").append(button);
});
