// The pieces beside the map with made-up data: `npm run stories`. No part of the built client.
import "../src/style/fonts.css";
import "../src/style/base.css";
import "../src/style/map.css";
import { mount } from "svelte";
import Story from "./Story.svelte";

const target = document.getElementById("app");
if (target !== null) mount(Story, { target });
