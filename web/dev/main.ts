import { mount } from "svelte";
import "../src/app.css";
import Dev from "./Dev.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("dev/index.html has no #app");
mount(Dev, { target });
