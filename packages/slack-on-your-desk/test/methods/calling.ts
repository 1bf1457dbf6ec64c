import type { Workspace } from '../../src/workspace.ts'

/** Calls a method as JSON and returns Slack's answer. `token`: the bot's by default. */
export async function call(
  workspace: Workspace,
  method: string,
  args: Record<string, unknown> = {},
  token = workspace.seed.token.bot,
): Promise<Record<string, unknown> & { ok: boolean; error?: string }> {
  const response = await fetch(`${workspace.apiUrl}${method}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(args),
  })
  return (await response.json()) as Record<string, unknown> & { ok: boolean; error?: string }
}

/** The answer's error, or `ok`. */
export async function outcome(...given: Parameters<typeof call>): Promise<string> {
  const { error = 'ok' } = await call(...given)
  return error
}
