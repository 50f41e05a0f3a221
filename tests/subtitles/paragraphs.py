"""A paragraph in every language that old encodings were made for."""

from __future__ import annotations

PARAGRAPHS = {
    "English": (
        "The old lighthouse keeper woke before dawn, lit the stove and looked at the sea. "
        "Nobody had called for weeks, yet he swept the stairs every morning — “just in "
        "case,” he said. His daughter’s café earned £20 a day; that was enough."
    ),
    "French": (
        "Le vieux gardien du phare s'est levé avant l'aube, a allumé le poêle et regardé la "
        "mer. Personne n'était venu depuis des semaines, mais il balayait l'escalier chaque "
        "matin, « au cas où », disait-il. À Noël, sa fille préparait des gâteaux très sucrés "
        "et du thé brûlant."
    ),
    "German": (
        "Der alte Leuchtturmwärter stand vor der Dämmerung auf, heizte den Ofen und blickte "
        "aufs Meer. Seit Wochen war niemand gekommen, doch er fegte jeden Morgen die Stufen. "
        "Für wen das gut wäre, wußte er nicht; größer als die Müdigkeit war nur seine Übung."
    ),
    "Swedish": (
        "Den gamle fyrvaktaren steg upp före gryningen, eldade i spisen och såg ut över havet. "
        "Ingen hade kommit på flera veckor, ändå sopade han trappan varje morgon. På kvällen "
        "drack han te, åt bröd och längtade efter sin dotter, som bodde långt borta."
    ),
    "Catalan": (
        "El vell guardià del far es va llevar abans de l'alba, va encendre l'estufa i va mirar "
        "el mar. Feia setmanes que no venia ningú, però ell escombrava l'escala cada matí. Què "
        "hi ha més bonic que això? Déu sap què pensava, perquè mai no ho deia."
    ),
    "Spanish": (
        "El viejo farero se levantó antes del alba, encendió la estufa y miró el mar. Hacía días "
        "que no venía nadie, pero él barría la escalera cada mañana. ¿Por qué? Según decía, por "
        "si algún barco perdía el rumbo allí."
    ),
    "Portuguese": (
        "O velho faroleiro não dormia bem e pôs-se de pé antes da manhã, com o fogão aceso. "
        "Ninguém vinha há três semanas, mas a sua obrigação era varrer os degraus. O coração "
        "pedia-lhe então um café, e a irmã não estava lá."
    ),
    "Albanian": (
        "Roja i vjetër i farit u zgjua para agimit, ndezi stufën dhe vështroi detin. Askush "
        "nuk kishte ardhur prej javësh, megjithatë ai i fshinte shkallët çdo mëngjes. Në "
        "mbrëmje pinte çaj dhe mendonte për të bijën, që jetonte shumë larg."
    ),
    "Polish": (
        "Stary latarnik wstał przed świtem, rozpalił w piecu i spojrzał na morze. Od tygodni "
        "nikt nie przyszedł, a jednak co rano zamiatał schody. Wieczorem pił gorącą herbatę, "
        "słuchał żeglarskich pieśni i myślał o córce, która mieszkała daleko, gdzieś w "
        "górach, wśród śniegów."
    ),
    "Czech": (
        "Starý strážce majáku vstal před úsvitem, zatopil v kamnech a díval se na moře. Celé "
        "týdny nikdo nepřišel, přesto každé ráno zametal schody. Večer pil horký čaj, "
        "poslouchal písně rybářů a přemýšlel o dceři, která žila daleko, někde v horách u "
        "řeky."
    ),
    "Hungarian": (
        "Az öreg világítótorony-őr hajnal előtt kelt, befűtött a kályhába, és nézte a "
        "tengert. Hetek óta senki sem jött, ő mégis minden reggel felsöpörte a lépcsőt. Este "
        "forró teát ivott, hallgatta a régi dalokat, és a lányára gondolt, aki messze, a "
        "hegyek között élt egy szűk völgyben."
    ),
    "Russian": (
        "Старый смотритель маяка встал до рассвета, растопил печь и посмотрел на море. Уже "
        "несколько недель никто не приходил, но каждое утро он подметал лестницу. Вечером он "
        "пил горячий чай, слушал песни и думал о дочери, которая жила далеко, где-то в "
        "горах, среди снегов."
    ),
    "Ukrainian": (
        "Старий доглядач маяка прокинувся до світанку, розпалив піч і подивився на море. Уже "
        "кілька тижнів ніхто не приходив, але щоранку він підмітав сходи. Увечері він пив "
        "гарячий чай, слухав пісні й думав про доньку, яка жила далеко, десь у горах, де "
        "земля вкрита снігом і стоїть її дім."
    ),
    "Greek": (
        "Ο γέρος φαροφύλακας Άρης ξύπνησε πριν από την αυγή, άναψε τη σόμπα και κοίταξε τη "
        "θάλασσα. Εδώ και εβδομάδες δεν είχε έρθει κανείς, όμως κάθε πρωί σκούπιζε τις "
        "σκάλες. Το βράδυ έπινε ζεστό τσάι, άκουγε τραγούδια και σκεφτόταν την κόρη του, που "
        "ζούσε μακριά."
    ),
    "Turkish": (
        "Yaşlı fener bekçisi şafaktan önce kalktı, sobayı yaktı ve denize baktı. Haftalardır "
        "kimse gelmemişti, yine de her sabah merdivenleri süpürüyordu. Akşamları sıcak çay "
        "içiyor, eski şarkıları dinliyor ve uzakta, dağların arasında yaşayan kızını "
        "düşünüyordu. İyi bir gündü."
    ),
    "Hebrew": (
        "שומר המגדלור הזקן קם לפני עלות השחר, הדליק את התנור והביט אל הים. כבר שבועות שאיש "
        "לא בא, ובכל זאת טאטא את המדרגות בכל בוקר. בערב שתה תה חם, האזין לשירים ישנים וחשב "
        "על בתו, שגרה רחוק מאוד, בין ההרים."
    ),
    "Arabic": (
        "استيقظ حارس المنارة العجوز قبل الفجر، وأشعل الموقد ونظر إلى البحر. لم يأت أحد منذ "
        "أسابيع، ومع ذلك كان يكنس الدرج كل صباح. وفي المساء كان يشرب الشاي الساخن ويستمع إلى "
        "الأغاني القديمة ويفكر في ابنته التي تعيش بعيدا بين الجبال."
    ),
    "Estonian": (
        "Vana majakavaht ärkas enne koitu, küttis ahju ja vaatas merele. Nädalaid polnud "
        "keegi tulnud, ometi pühkis ta igal hommikul treppi. Õhtuti jõi ta kuuma teed, "
        "kuulas vanu laule ja mõtles tütrele, kes elas kaugel mägedes, šokolaadi ja küünalde "
        "keskel, üsna õnnelikuna."
    ),
    "Lithuanian": (
        "Senas švyturio prižiūrėtojas atsikėlė prieš aušrą, užkūrė krosnį ir pažvelgė į "
        "jūrą. Jau kelias savaites niekas nebuvo atėjęs, tačiau kiekvieną rytą jis šluodavo "
        "laiptus. Vakarais gerdavo karštą arbatą, klausydavosi senų dainų ir galvodavo apie "
        "dukrą, kuri gyveno toli, kažkur kalnuose."
    ),
    "Latvian": (
        "Vecais bākas uzraugs pamodās pirms rītausmas, iekūra krāsni un paskatījās uz jūru. "
        "Nedēļām ilgi neviens nebija nācis, tomēr katru rītu viņš slaucīja kāpnes. Vakarā "
        "viņš dzēra karstu tēju, klausījās vecas dziesmas un domāja par meitu, kura dzīvoja "
        "tālu, kaut kur kalnos, pie šķērsielas."
    ),
    "Vietnamese": (
        "Ông lão gác hải đăng thức dậy trước bình minh, nhóm bếp và nhìn ra biển. Đã nhiều "
        "tuần không có ai đến, nhưng mỗi sáng ông vẫn quét cầu thang. Buổi tối ông uống trà "
        "nóng, nghe những bài hát cũ và nghĩ về con gái sống ở nơi xa, giữa những ngọn núi."
    ),
    "Simplified Chinese": (
        "年老的灯塔看守人在黎明前醒来，点燃炉子，望着大海。已经好几个星期没有人来了，可是"
        "他每天早上仍然打扫楼梯。晚上他喝着热茶，听着老歌，想念住在远方山里的女儿。"
    ),
    "Traditional Chinese": (
        "年老的燈塔看守人在黎明前醒來，點燃爐子，望著大海。已經好幾個星期沒有人來了，可是"
        "他每天早上仍然打掃樓梯。晚上他喝著熱茶，聽著老歌，想念住在遠方山裡的女兒。"
    ),
    "Japanese": (
        "年老いた灯台守は夜明け前に起きて、ストーブに火をつけ、海を眺めた。もう何週間も誰"
        "も来なかったが、それでも毎朝階段を掃いた。夜になると熱いお茶を飲み、古い歌を聴き"
        "ながら、遠い山の中で暮らす娘のことを考えた。"
    ),
    "Korean": (
        "늙은 등대지기는 새벽이 오기 전에 일어나 난로에 불을 피우고 바다를 "
        "바라보았다. 몇 주 동안 아무도 오지 않았지만 그는 매일 아침 계단을 "
        "쓸었다. 저녁이면 뜨거운 차를 마시고 옛 노래를 들으며 멀리 산속에 사는 "
        "딸을 생각했다."
    ),
}
