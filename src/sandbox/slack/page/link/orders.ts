/** Orders something of the workspace. Throws with the server's words where it refuses. */
export async function sendOrder(name: string, body: Record<string, unknown>): Promise<unknown> {
  const response = await fetch(`/_control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (response.ok) return answer
  throw new Error(`The workspace refused: ${errorOf(answer)}`)
}

function errorOf(answer: unknown): string {
  const isSaid = typeof answer === 'object' && answer !== null && 'error' in answer
  return isSaid ? String(answer.error) : 'no reason given'
}
