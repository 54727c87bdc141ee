recommender-section =
    .label = Articles liés
recommender-sidenav =
    .tooltiptext = Articles liés
recommender-menu =
    .label =
        { $kind ->
            [none] Suggérer des articles pour la ligne choisie…
           *[rows] Suggérer des articles pour « { $title } »…
        }

recommender-dialog-title = Articles liés
recommender-dialog-heading =
    { $count ->
        [one] Suggestions pour « { $title } » ({ $count } document)
       *[other] Suggestions pour « { $title } » ({ $count } documents)
    }
recommender-reload = Redemander

recommender-loading = Recherche d’articles liés…
recommender-reading = Lecture de { $done } documents sur { $count }…
recommender-count =
    { $count ->
        [one] Une suggestion
       *[other] { $count } suggestions
    }
recommender-empty = Rien à suggérer ici.
recommender-no-items = Il n’y a ici aucun article dont partir.
recommender-read-only = Rien ne peut être enregistré dans « { $library } » : elle est en lecture seule.
recommender-down = Le service de recommandation ne répond pas à { $address }. Lancez « recommender serve » dans un terminal, puis redemandez.
recommender-foreign = Un autre programme répond à { $address }. Indiquez l’adresse du service dans Paramètres → Recommender.
recommender-address = « { $address } » n’est pas une adresse utilisable. Indiquez par exemple http://127.0.0.1:8763 dans Paramètres → Recommender.
recommender-token = Le service refuse le jeton. Lancez « recommender token » dans un terminal et collez le résultat dans Paramètres → Recommender.
recommender-refused = Le service n’a pas pu répondre.

recommender-strength-strong = fort
recommender-strength-fair = moyen
recommender-strength-weak = faible
recommender-strength-far = éloigné

recommender-save = Enregistrer
    .title = Enregistrer dans « { $place } » (S)
recommender-open = Ouvrir
    .title = Ouvrir dans le navigateur (Entrée)
recommender-dismiss = Pas intéressé
    .title = Ne plus suggérer dans cette bibliothèque (Suppr)
recommender-undo = Annuler
recommender-show = Afficher dans la bibliothèque

recommender-newer = Une version plus récente de { $key }, déjà dans votre bibliothèque.
recommender-saving = Enregistrement…
recommender-saved = Enregistré.
recommender-owned = Déjà dans votre bibliothèque.
recommender-dismissed = Ne sera plus suggéré dans cette bibliothèque.
recommender-failed = Échec : { $message }

recommender-pref-privacy = Les documents sur lesquels vous interrogez le service vont à cette adresse, par défaut sur cet ordinateur, et nulle part ailleurs.
recommender-pref-address = Adresse
recommender-pref-token = Jeton (pour un service sur un autre ordinateur)
recommender-pref-corpus = Corpus (vide : celui du service)
recommender-pref-limit = Nombre de suggestions
recommender-pref-tag = Marqueur des articles enregistrés
recommender-pref-check =
    .label = Vérifier
recommender-pref-checking = Interrogation…
recommender-pref-works = La version { $version } répond. Corpus : { $corpora }
