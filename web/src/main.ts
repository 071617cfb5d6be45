import "./style/fonts.css";
import "./style/base.css";
import "./style/map.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./game/settings.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the application");
settings.dress();
mount(App, { target });
