/** Texts that would do something if they were treated as more than text. */
export const hostile = [
  '<img src=x onerror="wasHit=1">',
  '<script>wasHit=1</script>',
  '<svg onload=wasHit=1><a href="javascript:wasHit=1">x</a></svg>',
  '"><iframe srcdoc="<script>parent.wasHit=1</script>">',
  '<!channel> <@U0000000ANA> <javascript:wasHit=1|click>',
  '&lt;b&gt; {{wasHit}} \u202Egnirts\u202C',
]
