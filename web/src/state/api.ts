import type {
  Catalog, DailyBody, DailyList, Leaderboard, Level, LobbyTable, MyGames, OpenBody, Person, SeatsBody,
  TableDetail, TableList, TableSettingsInput, WireError,
} from "../contracts";

/** A request the house refused; `wire` says why, by key. */
export class Refusal extends Error {
  constructor(readonly wire: WireError) {
    super(wire.key);
  }
}

const UNREACHABLE: WireError = { code: "unavailable", key: "error.unreachable", params: {} };

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const request: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    request.headers = { "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, request);
  } catch {
    throw new Refusal(UNREACHABLE);
  }
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : null) as T;
  throw new Refusal(refusalOf(text, response.status));
}

function refusalOf(text: string, status: number): WireError {
  try {
    const parsed = JSON.parse(text) as Partial<WireError> & { error?: WireError };
    const wire = parsed.error ?? parsed;
    if (typeof wire.key === "string" && typeof wire.code === "string") {
      return { code: wire.code, key: wire.key, params: wire.params ?? {} };
    }
  } catch {
    // not JSON: a proxy in between, or the house is just starting
  }
  return status >= 502 ? UNREACHABLE : { code: "internal", key: "error.internal", params: {} };
}

const table = (id: string) => `/tables/${encodeURIComponent(id)}`;

/** The house's REST interface. Every call raises `Refusal`. */
export const api = {
  session: () => call<Person>("GET", "/session"),
  enter: (name: string) => call<Person>("POST", "/session", { name }),
  rename: (name: string) => call<Person>("PATCH", "/session", { name }),
  forget: () => call<unknown>("DELETE", "/session"),
  catalog: () => call<Catalog>("GET", "/catalog"),
  tables: () => call<TableList>("GET", "/tables"),
  table: (id: string) => call<TableDetail>("GET", table(id)),
  open: (body: OpenBody) => call<LobbyTable>("POST", "/tables", body),
  join: (id: string) => call<LobbyTable>("POST", `${table(id)}/join`),
  leave: (id: string) => call<LobbyTable>("POST", `${table(id)}/leave`),
  ready: (id: string, entropy: string, commitment: string, rev: number) =>
    call<LobbyTable>("POST", `${table(id)}/ready`, { entropy, commitment, rev }),
  settings: (id: string, settings: TableSettingsInput, name: string | null = null) =>
    call<LobbyTable>("POST", `${table(id)}/settings`, { settings, name }),
  seats: (id: string, body: SeatsBody) => call<LobbyTable>("POST", `${table(id)}/seats`, body),
  start: (id: string, fill: Level | null) => call<LobbyTable>("POST", `${table(id)}/start`, { fill }),
  rematch: (id: string) => call<LobbyTable>("POST", `${table(id)}/rematch`),
  daily: (body: DailyBody) => call<LobbyTable>("POST", "/daily", body),
  dailyList: (day?: string) => call<DailyList>("GET", day ? `/daily?day=${encodeURIComponent(day)}` : "/daily"),
  leaderboard: (game?: string) =>
    call<Leaderboard>("GET", game ? `/leaderboard?game=${encodeURIComponent(game)}` : "/leaderboard"),
  mine: () => call<MyGames>("GET", "/mine"),
  exportUrl: (id: string) => `/api${table(id)}/export`,
};
