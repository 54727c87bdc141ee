;;; recommender.el --- Related papers for the bibliography at hand -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: bib, tex
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; M-x recommender-suggest asks a recommender on this computer (`recommender serve') for papers
;; related to the bibliography of the current buffer, and lists them with reasons.  `a' appends
;; one to the bibliography's buffer, which is left for you to save.

;;; Code:

(require 'bibtex)
(require 'json)
(require 'seq)
(require 'subr-x)
(require 'url)

(defgroup recommender nil
  "Related papers for a bibliography."
  :group 'bibtex)

(defcustom recommender-address "http://127.0.0.1:8763"
  "Where the recommender listens."
  :type 'string)

(defcustom recommender-corpus nil
  "The corpus to suggest from, or nil for the service's default."
  :type '(choice (const :tag "Default" nil) string))

(defcustom recommender-limit 20
  "How many papers to suggest."
  :type 'integer)

(defconst recommender-seconds 30
  "How long to wait for an answer.")

(defvar-local recommender-file nil
  "The bibliography that the suggestions of this buffer are for.")

;;; The service

(defun recommender--ask (method path &optional body accept)
  "Send METHOD to PATH with BibTeX BODY; return the text, ACCEPT or JSON."
  (let* ((url-request-method method)
         (url-proxy-services nil)
         (url-mime-accept-string (or accept "application/json"))
         (url-request-data (and body (encode-coding-string body 'utf-8)))
         (url-request-extra-headers (and body '(("Content-Type" . "application/x-bibtex"))))
         (buffer (condition-case nil
                     (url-retrieve-synchronously
                      (concat recommender-address path) t t recommender-seconds)
                   (file-error nil))))
    (unless buffer
      (user-error "The recommender is not running at %s: start it with `recommender serve'"
                  recommender-address))
    (unwind-protect
        (with-current-buffer buffer (recommender--reply))
      (kill-buffer buffer))))

(defun recommender--reply ()
  "Return the body of the reply in this buffer, or signal what it says is wrong."
  (goto-char (point-min))
  (let ((status (and (looking-at "HTTP/[0-9.]+ \\([0-9]+\\)")
                     (string-to-number (match-string 1)))))
    (unless status
      (user-error "The recommender is not running at %s: start it with `recommender serve'"
                  recommender-address))
    (re-search-forward "\r?\n\r?\n" nil 'move)
    (let ((text (decode-coding-string (buffer-substring (point) (point-max)) 'utf-8)))
      (if (< status 400)
          text
        (user-error "%s" (or (alist-get 'detail (recommender--json text))
                             (format "The recommender refuses (HTTP %s)" status)))))))

(defun recommender--json (text)
  "Return TEXT read as JSON, or nil where it is something else."
  (ignore-errors
    (json-parse-string text :object-type 'alist :array-type 'list
                       :null-object nil :false-object nil)))

(defun recommender--query (pairs)
  "Return PAIRS and the chosen corpus as a query string."
  (concat "?" (url-build-query-string
               (append pairs (and recommender-corpus `(("corpus" ,recommender-corpus)))))))

(defun recommender--check ()
  "Make sure that no paper goes to another program on the port."
  (unless (equal (alist-get 'product (recommender--json (recommender--ask "GET" "/health")))
                 "recommender")
    (user-error "Another program answers at %s: set `recommender-address'" recommender-address)))

(defun recommender--suggestions (bibtex)
  "Return the service's answer for the papers in BIBTEX."
  (recommender--check)
  (recommender--json
   (recommender--ask "POST" (concat "/api/v1/suggestions"
                                    (recommender--query `(("limit" ,recommender-limit))))
                     bibtex)))

(defun recommender--bibtex (key)
  "Return the paper KEY of the corpus as BibTeX."
  (recommender--ask "GET" (concat "/api/v1/papers/" (url-hexify-string key)
                                  (recommender--query nil))
                    nil "application/x-bibtex"))

;;; The bibliography of a buffer

(defconst recommender--references
  '("\\\\addbibresource\\(?:\\[[^]]*\\]\\)?{\\([^},]+\\)}"
    "\\\\bibliography{\\([^},]+\\)"
    "^#\\+bibliography:[ \t]*\"?\\([^\"\n]+?\\)\"?[ \t]*$"
    "^bibliography:[ \t]*\\[?[\"']?\\([^]\"'\n,]+\\)")
  "How LaTeX, Org and Markdown name their bibliography, as the first group.")

(defun recommender--file ()
  "Return the bibliography of this buffer: itself, the one it names, or ask."
  (cond
   ((derived-mode-p 'bibtex-mode) (or buffer-file-name (user-error "Save this buffer first")))
   ((seq-some #'recommender--named recommender--references))
   (t (expand-file-name (read-file-name "Bibliography: " nil nil t nil
                                        (lambda (name) (or (file-directory-p name)
                                                           (string-suffix-p ".bib" name))))))))

(defun recommender--named (regexp)
  "Return the file that a match of REGEXP in this buffer names."
  (save-excursion
    (goto-char (point-min))
    (when (re-search-forward regexp nil t)
      (let* ((name (string-trim (match-string-no-properties 1)))
             (file (expand-file-name (if (string-suffix-p ".bib" name) name
                                       (concat name ".bib")))))
        (and (file-exists-p file) file)))))

;;; Commands

;;;###autoload
(defun recommender-suggest (file)
  "List papers related to the bibliography FILE, by default that of this buffer."
  (interactive (list (recommender--file)))
  (let* ((bibtex (with-current-buffer (find-file-noselect file)
                   (save-restriction (widen)
                                     (buffer-substring-no-properties (point-min) (point-max)))))
         (answer (recommender--suggestions bibtex))
         (buffer (get-buffer-create "*Recommender*")))
    (with-current-buffer buffer
      (recommender-mode)
      (setq recommender-file file)
      (recommender--draw answer)
      (goto-char (point-min)))
    (pop-to-buffer buffer)))

(define-derived-mode recommender-mode special-mode "Recommender"
  "Suggested papers, with reasons.
\\{recommender-mode-map}"
  (setq-local revert-buffer-function
              (lambda (&rest _) (recommender-suggest recommender-file)))
  (visual-line-mode))

(dolist (binding '(("n" . recommender-next) ("p" . recommender-previous)
                   ("a" . recommender-append) ("w" . recommender-copy)
                   ("RET" . recommender-open)))
  (define-key recommender-mode-map (kbd (car binding)) (cdr binding)))

(defun recommender--draw (answer)
  "Write ANSWER into this buffer."
  (let ((inhibit-read-only t)
        (suggestions (alist-get 'suggestions answer)))
    (erase-buffer)
    (insert (format "Papers related to %s   (a append, RET open, w copy, g ask again, q quit)\n"
                    (abbreviate-file-name recommender-file)))
    (unless suggestions
      (insert "\n" (or (alist-get 'empty_because answer) "") "\n"))
    (mapc #'recommender--draw-one suggestions)))

(defun recommender--draw-one (suggestion)
  "Write one SUGGESTION."
  (let-alist suggestion
    (let ((start (point)))
      (insert (format "\n%3d. " .rank) (propertize .title 'face 'bold)
              "\n     " (string-join (delq nil (list (recommender--names .authors) .venue
                                                     (and .year (number-to-string .year))
                                                     .strength))
                                     " · ")
              "\n     " .why.sentence "\n")
      (add-text-properties start (point) `(recommender-suggestion ,suggestion
                                           wrap-prefix "     ")))))

(defun recommender--names (authors)
  "Return the names of AUTHORS, at most three of them."
  (let ((names (mapcar (lambda (author)
                         (let-alist author
                           (or .literal (string-join (delq nil (list .given .prefix .family)) " "))))
                       authors)))
    (concat (string-join (seq-take names 3) ", ")
            (and (nthcdr 3 names) (format " and %d more" (- (length names) 3))))))

(defun recommender--at-point ()
  "Return the suggestion at point."
  (or (get-text-property (point) 'recommender-suggestion)
      (user-error "There is no suggestion here")))

(defun recommender-next (&optional backward)
  "Move to the next suggestion, or to the one before if BACKWARD."
  (interactive)
  (let ((places (seq-filter (lambda (place) (if backward (< place (line-beginning-position))
                                              (> place (point))))
                            (recommender--places))))
    (when places
      (goto-char (if backward (car (last places)) (car places))))))

(defun recommender-previous ()
  "Move to the suggestion before."
  (interactive)
  (recommender-next t))

(defun recommender--places ()
  "Return where suggestions begin."
  (save-excursion
    (goto-char (point-min))
    (let (places)
      (while (re-search-forward "^ *[0-9]+\\. " nil t)
        (push (match-beginning 0) places))
      (nreverse places))))

(defun recommender-open ()
  "Show the paper at point in the browser."
  (interactive)
  (let-alist (recommender--at-point)
    (let ((url (cond (.doi (concat "https://doi.org/" .doi))
                     (.arxiv (concat "https://arxiv.org/abs/" .arxiv))
                     ((and .url (string-match-p "\\`https?://" .url)) .url))))
      (browse-url (or url (user-error "This paper has no link"))))))

(defun recommender-copy ()
  "Copy the BibTeX of the paper at point."
  (interactive)
  (kill-new (recommender--bibtex (alist-get 'key (recommender--at-point))))
  (message "Copied its BibTeX"))

(defun recommender-append ()
  "Append the paper at point to the bibliography's buffer, which is not saved."
  (interactive)
  (let* ((suggestion (recommender--at-point))
         (entry (recommender--bibtex (alist-get 'key suggestion)))
         (key (recommender--append entry recommender-file)))
    (message "Added %s to %s: look and save" key (file-name-nondirectory recommender-file))))

(defun recommender--append (entry file)
  "Append ENTRY to the buffer of FILE under a free key; return that key."
  (with-current-buffer (find-file-noselect file)
    (barf-if-buffer-read-only)
    (save-excursion
      (save-restriction
        (widen)
        (let ((key (recommender--free-key entry)))
          (goto-char (point-max))
          (unless (bolp) (insert "\n"))
          (unless (or (bobp) (looking-back "\n\n" 2)) (insert "\n"))
          (insert (replace-regexp-in-string "\\`[[:space:]]*\\(@[^{]+{\\)[^,]*"
                                            (concat "\\1" key) (string-trim entry))
                  "\n")
          key)))))

(defun recommender--free-key (entry)
  "Return the key of ENTRY; if this buffer has it already, with a letter more."
  (string-match "@[^{]+{[[:space:]]*\\([^,[:space:]]+\\)" entry)
  (let* ((key (match-string 1 entry))
         (case-fold-search t)
         (taken (lambda (candidate)
                  (goto-char (point-min))
                  (re-search-forward
                   (concat "^[ \t]*@[^{(\n]+[{(][ \t]*" (regexp-quote candidate) "[ \t]*,")
                   nil t)))
         (candidates (cons key (mapcar (lambda (letter) (format "%s%c" key letter))
                                       (number-sequence ?a ?z)))))
    (or (seq-find (lambda (candidate) (not (funcall taken candidate))) candidates)
        (user-error "The key %s is taken, and all its variants" key))))

(provide 'recommender)
;;; recommender.el ends here
