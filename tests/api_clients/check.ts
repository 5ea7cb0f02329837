// What a page would write with the generated types; tsc checks it, nothing runs it.
import createClient from "openapi-fetch";

import type { components, paths } from "./schema.js";

const client = createClient<paths>({ baseUrl: "https://play.example.org" });

export async function winners(slug: string): Promise<string[]> {
  const { data, error } = await client.GET("/api/v1/tournaments/{slug}/standings", {
    params: { path: { slug } },
  });
  if (error) throw new Error(`${error.code}: ${error.detail}`);
  return data.filter((row) => row.place_from === 1).map((row) => row.player.name);
}

export async function enter(slug: string, name: string, key: string): Promise<number> {
  const { data, error, response } = await client.POST("/api/v1/tournaments/{slug}/entries", {
    params: { path: { slug }, header: { "Idempotency-Key": key } },
    body: { name },
  });
  if (error) throw new Error(`${response.status}`);
  return data.id;
}

export async function position(match_id: string): Promise<string | null> {
  const { data } = await client.GET("/api/v1/matches/{match_id}", {
    params: { path: { match_id } },
  });
  return data?.ids?.xgid ?? null;
}

export const report: components["schemas"]["SlipReportInRequest"] = {
  verb: "report",
  winner: 12,
  // @ts-expect-error: a misspelt word is noticed
  how: "conceeded",
};
