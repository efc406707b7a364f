import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const backend = process.env["DICEARENA_BACKEND"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  build: {
    target: "es2022",
    // A strict content security policy knows no data: sources.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file for the whole house is what is wanted; a host is not to read advice about it at the first start.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    proxy: {
      "/api": { target: backend },
      "/ws": { target: backend, ws: true },
    },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
