recommender-section =
    .label = Verwandte Arbeiten
recommender-sidenav =
    .tooltiptext = Verwandte Arbeiten
recommender-menu =
    .label =
        { $kind ->
            [none] Arbeiten zur gewählten Zeile vorschlagen…
           *[rows] Arbeiten zu „{ $title }“ vorschlagen…
        }

recommender-dialog-title = Verwandte Arbeiten
recommender-dialog-heading =
    { $count ->
        [one] Vorschläge zu „{ $title }“ ({ $count } Eintrag)
       *[other] Vorschläge zu „{ $title }“ ({ $count } Einträge)
    }
recommender-reload = Erneut fragen

recommender-loading = Suche verwandte Arbeiten…
recommender-reading = { $done } von { $count } Einträgen gelesen…
recommender-count =
    { $count ->
        [one] Ein Vorschlag
       *[other] { $count } Vorschläge
    }
recommender-empty = Hierzu gibt es keine Vorschläge.
recommender-no-items = Hier gibt es keine Arbeiten, von denen man ausgehen könnte.
recommender-read-only = In „{ $library }“ lässt sich nichts speichern: Sie dürfen dort nur lesen.
recommender-down = Der Recommender läuft nicht unter { $address }. Starten Sie ihn im Terminal mit „recommender serve“ und fragen Sie erneut.
recommender-foreign = Unter { $address } antwortet ein anderes Programm. Tragen Sie die Adresse des Recommenders unter Einstellungen → Recommender ein.
recommender-address = „{ $address }“ ist keine brauchbare Adresse. Tragen Sie unter Einstellungen → Recommender eine wie http://127.0.0.1:8763 ein.
recommender-token = Der Recommender nimmt das Token nicht an. Rufen Sie im Terminal „recommender token“ auf und fügen Sie die Ausgabe unter Einstellungen → Recommender ein.
recommender-refused = Der Recommender konnte nicht antworten.

recommender-strength-strong = stark
recommender-strength-fair = mittel
recommender-strength-weak = schwach
recommender-strength-far = fern

recommender-save = Speichern
    .title = In „{ $place }“ speichern (S)
recommender-open = Öffnen
    .title = Im Browser öffnen (Eingabetaste)
recommender-dismiss = Kein Interesse
    .title = In dieser Bibliothek nicht mehr vorschlagen (Entf)
recommender-undo = Rückgängig
recommender-show = In der Bibliothek zeigen

recommender-newer = Eine neuere Fassung von { $key } in Ihrer Bibliothek.
recommender-saving = Wird gespeichert…
recommender-saved = Gespeichert.
recommender-owned = Schon in Ihrer Bibliothek.
recommender-dismissed = Wird in dieser Bibliothek nicht mehr vorgeschlagen.
recommender-failed = Das ging nicht: { $message }

recommender-pref-privacy = Die Einträge, zu denen Sie fragen, gehen an diese Adresse, üblicherweise auf diesem Rechner, und sonst nirgendwohin.
recommender-pref-address = Adresse
recommender-pref-token = Token (für einen Dienst auf einem anderen Rechner)
recommender-pref-corpus = Korpus (leer: der des Dienstes)
recommender-pref-limit = Anzahl der Vorschläge
recommender-pref-tag = Schlagwort für Gespeichertes
recommender-pref-check =
    .label = Prüfen
recommender-pref-checking = Frage nach…
recommender-pref-works = Version { $version } antwortet. Korpora: { $corpora }
