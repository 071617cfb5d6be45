import "./style/fonts.css";
import "./style/base.css";
import "./style/map.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./game/settings.svelte";
import { lettersHere } from "./map/letters";
import { words } from "./wire/http";
import { speak } from "./words/language";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the application");

/** The words of another language come before the first page; without them it is English. */
async function begin(place: HTMLElement): Promise<void> {
  const code = settings.language;
  if (code !== "en") await words(code).then((found) => speak(code, found), () => speak("en", {}));
  mount(App, { target: place });
}

settings.dress();
lettersHere();
void begin(target);
