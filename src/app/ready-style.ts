/** The looks of `/readyz`: the reader's own fonts and scheme, nothing loaded. */
export const statusStyle = `
:root { --ink: #1d2330; --soft: #566074; --paper: #f6f7f9; --card: #ffffff; --line: #d9dde5; --well: #1b7f4b; --trouble: #b3261e; --remark: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaf0; --soft: #a3abbd; --paper: #14171e; --card: #1d222c; --line: #333a48; --well: #5ccb92; --trouble: #ff8a80; --remark: #f0b955; }
}
* { box-sizing: border-box; margin: 0 }
body { background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; padding: 2rem 1rem }
main { max-width: 44rem; margin: 0 auto; display: grid; gap: 1rem }
h1 { font-size: 1.75rem; line-height: 1.25 }
h2 { font-size: 1.05rem; line-height: 1.45; overflow-wrap: anywhere }
header { border-left: .35rem solid; padding: .25rem 0 .25rem 1rem; margin-bottom: .5rem }
header.well { border-color: var(--well) } header.well h1 { color: var(--well) }
header.trouble { border-color: var(--trouble) } header.trouble h1 { color: var(--trouble) }
header p, .since, footer { color: var(--soft) }
article { background: var(--card); border: 1px solid var(--line); border-left: .35rem solid var(--trouble); border-radius: .5rem; padding: 1rem 1.25rem; display: grid; gap: .4rem; overflow-wrap: anywhere }
article.remark { border-left-color: var(--remark) }
.since, footer { font-size: .9rem }
`
