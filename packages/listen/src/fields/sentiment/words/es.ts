import type { Words } from './words.ts'

/** Written by hand for this project. Accents are written; texts are compared without them. */
export const es: Words = {
  negators: 'no nunca jamás nada nadie ningún ninguna ninguno sin tampoco ni apenas',
  without: 'sin',
  intensifiers:
    'muy mucho mucha muchísimo tan tanto demasiado super súper re realmente totalmente completamente absolutamente increíblemente bastante más bien qué que sumamente extremadamente hiper ultra tremendamente puto puta jodido verdaderamente',
  diminishers: 'poco algo un_poco casi medio apenas ligeramente relativamente',
  contrast: 'pero sin_embargo aunque empero no_obstante sino',
  irony: 'gracias_por_nada muy_bonito_todo pues_qué_bien que_bonito_todo bravo_señores',
  than: 'que',
  comparatives: 'mejor mejores peor peores más menos',
  unlike: 'a_diferencia_de en_vez_de en_lugar_de comparado_con',
  opinions: 'creo cree creen creemos pienso piensa piensan pensamos parece parecen diría opino considero',
  thanks: 'gracias agradezco agradecemos',
  common: `además adonde alguien alguna algunas alguno algunos algún allá allí ambos antes apenas aquel aquella aquello aquellos aqui aquí aunque ayer bajo
    bastante cada casi cerca cierta cierto claro conmigo contra cosa cosas creo cual cuales cualquier cuenta cuyo cuál cuándo cuánto cómo debe deben
    debido decir deja dejar dentro después dice dicen dicho diez digo dijo durante días dónde ellas ellos encima entonces eran eras eres esas esos esta
    estaba estaban estado estamos estar estas estos estoy estuvo están fuera fueron gente gran haber hablar había habían hace hacen hacer hacia hago haya
    hecho hizo hola igual jamás lado largo luego lugar manera mayor mañana mejor menos meses mientras misma mismas mismo mismos modo momento mundo nada
    nadie ninguna ninguno noche nosotros nuestra nuestras nuestro nuestros nueva nuevo nunca otra otras otro otros parece parte partir pasa pasado pasar
    persona personas podemos poder podría poner porqué primer primera primero propia propio pueda puede pueden puedo pues puesto quiere quieren quiero
    quizá quizás quién sabe saber sale sean seguir según seis semana será serán sería sido siempre siendo siguiente sino siquiera sois sola solamente solo
    somos suya suyo tampoco tanta tanto tarde tenemos tener tengo tenido tenía tiempo tienen tipo toda todas todavía todos tomar trabajo tras tres tuvo
    unas unos usar usted ustedes vamos varias varios veces vemos vida viene visto vosotros vuestra vuestro`,
  degrees: {
    3: `amo amé encanta encantan encantó encantado encantada encantó me_encanta me_encantan te_amo os_amo te_adoro adoro te_quiero os_quiero quiero_mucho amor excelente excelentes perfecto perfecta perfectos perfectas increíble increíbles genial geniales maravilloso maravillosa maravillosos maravillosas maravilla
      fantástico fantástica espectacular espectaculares impresionante impresionantes extraordinario extraordinaria brutal buenísimo buenísima buenísimos mejor_del_mundo el_mejor la_mejor los_mejores mejores fabuloso fabulosa hermoso hermosa hermosos hermosas preciosa precioso preciosos preciosas magnífico magnífica
      estupendo estupenda felicísimo guapísima guapísimo obra_maestra de_lujo lo_máximo grandioso sublime divino divina crack cracks enamorado enamorada delicioso deliciosa riquísimo riquísima feliz_cumpleaños recomendadísimo inmejorable flipante alucinante la_leche de_puta_madre la_hostia chulísimo`,
    2: `bueno buena buenos buenas buen bien mejor mejores bonito bonita bonitos bonitas lindo linda lindos lindas guapo guapa guapos guapas feliz felices felicidad felicidades felicito felicitaciones enhorabuena gracias agradecido agradecida agradezco alegría alegre alegra alegro contento contenta contentos
      gusta gustan gustó gustado me_gusta disfruta disfrutar disfrutando disfruté disfrutad diversión divertido divertida divertidos gracioso graciosa risa risas sonrisa sonrisas sonreír reír ilusión ilusionado ilusionada emoción emocionado emocionada emocionante orgullo orgulloso orgullosa éxito éxitos exitoso
      gané ganó ganar ganamos ganaron ganado ganador victoria campeón campeones campeona bravo olé ole viva grande grandes crack fenómeno suerte suertudo afortunado afortunada cariño cielo besos beso besitos besazo abrazo abrazos abrazote mi_vida corazón
      recomiendo recomendable recomendado recomendada útil útiles fácil fácilmente rápido eficiente cómodo cómoda amable amables simpático simpática majo maja interesante interesantes inteligente talento talentoso brillante chulo chula molan mola molaba guay rico rica ricos sabroso apetece
      bienvenido bienvenida bienvenidos ánimo animo buenos_días buenas_noches buenas_tardes buen_día buen_fin feliz_año feliz_navidad feliz_día qué_bien qué_bueno qué_bonito qué_lindo que_bien que_bueno que_lindo que_bonito que_guay que_guapa no_está_mal nada_mal sin_problemas sin_problema no_hay_problema vale_la_pena merece_la_pena ganas_de
      padre chido chida chévere bacán bacano capo grosso copado copada genio genia hermosura ídolo idola idolazo love best great good happy nice cool top wow yeah yay yupi bendiciones bendición bendecido bendecida orgullosísimo satisfecho satisfecha tranquilidad paz admiro admiración respeto elegante`,
    1: `ok vale espero esperanza ojalá jaja jajaja jajajaja jajajajaja jeje jejeje xd lol jaj querido querida amigo amigos amiga amigas familia fiesta fin_de_semana vacaciones playa verano viernes regalo regalos cumpleaños cumple ayuda ayudar ayudó solución solucionado arreglado mejora mejorar mejorado progreso avance avances apoyo apoyar apoyamos
      positivo positiva nuevo nueva gratis oferta seguro segura fresco limpio claro sencillo moderno fuerte sano saludable merecido merece libertad oportunidad crecimiento crece récord sueño_cumplido por_fin al_fin favorito favorita listo lista tranquila tranquilo quiero quiere quieres deseo saludos saludo
      inaugura inauguración premio premios premiado galardón lanza lanzamiento impulsa apuesta_por orgullo logra logran logro logros`,
    [-1]: `lástima triste tristes tristeza cansado cansada cansancio aburrido aburrida aburrimiento aburre lento lenta retraso problema problemas error errores falso caro cara_de difícil complicado complicada duro pierde perdí perdió perder perdido perdida pérdida pérdidas perdemos
      falta faltan faltaba mal enfermo enferma enfermedad dolor duele dolía miedo preocupa preocupado preocupación preocupante duda dudas crítica críticas polémica crisis huelga paro deuda peligro peligroso riesgo amenaza amenazas accidente herido heridos denuncia denuncian acusado acusada acusan condenado condenada cárcel detenido detenidos detenida prisión
      violencia ataque ataques guerra conflicto caída cae cayó baja bajón déficit cierre despido despidos queja quejas quejarse reclamo reclamación cancelado cancelada espera esperando no_llega no_contestan no_funciona rechazo contra por_qué porqué uf uff ay puf pff bah hambre sueño frío lluvia estrés estresado examen exámenes estudiar lunes
      solo sola soledad llorar lloro llorando lloró extraño echo_de_menos extrañar imposible inútil fracaso fracasó débil débiles ningún_caso culpa culpable mentira nervios nerviosa nervioso agobio agobiada dejadme olvidado pobre pobres odiar harta_de injusto injusticia roto rota no_puedo no_quiero no_entiendo
      suspendido suspenden suspende recortes recorte desempleo desalojo desahucio desahucios abandona abandonado incendio inundación colapso colapsa averiado avería fallo fallos demora demoras demanda_contra multa multas sanción dimite dimisión imputado imputados escándalo`,
    [-2]: `malo mala malos malas peor peores odio odia odian odiosos asco asqueroso asquerosa horrible horribles horror fatal terrible pésimo pésima feo fea feos feas estúpido estúpida estúpidos idiota idiotas imbécil imbéciles tonto tonta tontos tontería tonterías ridículo ridícula patético patética lamentable vergüenza vergonzoso vergonzosa
      decepción decepcionado decepcionada decepcionante decepciona enojo enojado enojada enfado enfadado enfadada enfada rabia furioso molesta molesto molestia fastidio fastidia harto harta hartos jode jodido_por jodida jodidos joder jodo cabrea cabreado inaceptable intolerable insoportable indignante indignado desastre desastroso catástrofe caos porquería basura bazofia
      estafa estafas estafador estafadores ladrón ladrones robo robos robar roban robado fraude corrupto corruptos corrupta corrupción mentiras mentiroso mentirosos mentirosa miente mienten engaño engañan engañado hipócrita hipócritas hipocresía incompetente incompetentes ineptos inepto manipulación
      muerte muertes muerto muertos muerta muere murió morir matar mata mató matan asesino asesinos asesinato asesinado suicidio cáncer terrorista terroristas terrorismo atentado nazi facha fachas fascista fascistas racista racistas racismo machista dictadura dictador víctima víctimas masacre tragedia trágico pesadilla infierno destruir destruye golpista
      no_recomiendo no_lo_recomiendo no_recomendable no_sirve no_sirven no_vale no_me_gusta no_me_gustan no_gusta no_gustó no_mola nunca_más qué_asco qué_pena que_pena que_asco que_mal qué_mal que_rabia qué_triste que_triste qué_vergüenza que_vergüenza qué_horror me_muero pérdida_de_tiempo ni_de_coña no_aguanto no_soporto qué_coñazo coñazo rollo
      payaso payasos sinvergüenza sinvergüenzas canalla gilipollas gilipollez subnormal subnormales capullo cabrón cabrones cabron pendejo pendejos pendeja boludo boludos pelotudo pelotudos huevón naco zorra perra puta putas putos maldito maldita malditos hdp depresión deprimente deprimido desgracia desgraciado desesperante cutre chafa malísimo`,
    [-3]: `mierda mierdas de_mierda una_mierda puta_mierda hijo_de_puta hijos_de_puta hijueputa hijoputa asquerosos repugnante nefasto nefasta vomitivo vomitar abominable despreciable detesto detestable culero vete_a_la_mierda chinga malnacido malnacidos carajo coño maricón`,
  },
}
