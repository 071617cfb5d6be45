import "./style/fonts.css";
import "./style/base.css";
import "./style/map.css";
import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the application");
mount(App, { target });
