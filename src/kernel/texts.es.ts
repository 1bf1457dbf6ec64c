export const es = {
  behindStops: 'una parte de Overheard ({feature})',
  behind:
    'Una parte de Overheard ({feature}) no puede guardar lo que ha pasado. Se sigue publicando, y Overheard lo reintenta cada pocos segundos.',
  behindAdvice: 'Busca “a feature could not store what happened” en el registro y comunica el error.',
} as const
